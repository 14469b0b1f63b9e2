(* Files of the package: msgpack, and columns that zlib has compressed. Nothing of this need be believed of a
   certificate: whatever is read, the claims are proven, or they are not. No digest is looked at. *)

exception Refused of string

let refuse format = Printf.ksprintf (fun text -> raise (Refused text)) format

type value =
  | Nil
  | Truth of bool
  | Number of int
  | Text of string
  | Bytes of string
  | Array of value list
  | Map of (value * value) list

(* A number of so many bytes, the first one highest; none of 2 to the power of 40 or more. *)
let rec big s at count =
  if count = 0 then 0
  else
    let n = (big s at (count - 1) lsl 8) lor Char.code s.[at + count - 1] in
    if n >= 1 lsl 40 then refuse "expected numbers below 2^40" else n

let unpack s =
  let at = ref 0 in
  let next count =
    if count > String.length s - !at then refuse "the file ends early";
    at := !at + count;
    !at - count
  in
  let number count = big s (next count) count in
  let text count = String.sub s (next count) count in
  let rec times count f = if count = 0 then [] else let x = f () in x :: times (count - 1) f in
  let rec value () =
    match number 1 with
    | n when n < 0x80 -> Number n
    | n when n < 0x90 -> map (n land 15)
    | n when n < 0xa0 -> array (n land 15)
    | n when n < 0xc0 -> Text (text (n land 31))
    | 0xc0 -> Nil
    | (0xc2 | 0xc3) as n -> Truth (n = 0xc3)
    | (0xc4 | 0xc5 | 0xc6) as n -> Bytes (text (number (1 lsl (n - 0xc4))))
    | (0xcc | 0xcd | 0xce | 0xcf) as n -> Number (number (1 lsl (n - 0xcc)))
    | (0xd9 | 0xda | 0xdb) as n -> Text (text (number (1 lsl (n - 0xd9))))
    | (0xdc | 0xdd) as n -> array (number (if n = 0xdc then 2 else 4))
    | (0xde | 0xdf) as n -> map (number (if n = 0xde then 2 else 4))
    | _ -> refuse "expected msgpack of whole numbers, texts, bytes, arrays and maps"
  and array count = Array (times count value)
  and map count = Map (times count (fun () -> let key = value () in (key, value ()))) in
  value ()

let field header name =
  match header with
  | Map fields -> ( try List.assoc (Text name) fields with Not_found -> Nil)
  | _ -> refuse "header: expected a map"

let number header name = match field header name with Number n -> n | _ -> refuse "header.%s: expected a number" name
let text header name = match field header name with Text t -> t | _ -> refuse "header.%s: expected a text" name
let array header name = match field header name with Array a -> a | _ -> refuse "header.%s: expected an array" name

(* Inflate, RFC 1950 and 1951. *)
let inflate s =
  let out = Buffer.create 65536 and at = ref 2 and held = ref 0 and kept = ref 0 in
  let bits count =
    while !kept < count do
      if !at >= String.length s then refuse "a compressed part ends early";
      held := !held lor (Char.code s.[!at] lsl !kept);
      incr at;
      kept := !kept + 8
    done;
    let found = !held land ((1 lsl count) - 1) in
    held := !held lsr count;
    kept := !kept - count;
    found
  in
  let code lengths =
    let counts = Array.make 16 0 and begins = Array.make 17 0 in
    Array.iter (fun n -> if n > 0 then counts.(n) <- counts.(n) + 1) lengths;
    for n = 1 to 15 do begins.(n + 1) <- begins.(n) + counts.(n) done;
    let symbols = Array.make (Array.length lengths) 0 in
    Array.iteri (fun i n -> if n > 0 then (symbols.(begins.(n)) <- i; begins.(n) <- begins.(n) + 1)) lengths;
    (counts, symbols)
  in
  let symbol (counts, symbols) =
    let rec look n value first index =
      if n > 15 then refuse "a compressed part holds a code that is none";
      let value = (value lsl 1) lor bits 1 and first = first lsl 1 in
      if value - first < counts.(n) then symbols.(index + value - first)
      else look (n + 1) value (first + counts.(n)) (index + counts.(n))
    in
    look 1 0 0 0
  in
  let read_codes () =
    let literals = bits 5 + 257 in
    let distances = bits 5 + 1 in
    let of_codes = bits 4 + 4 in
    let lengths = Array.make 19 0 and all = Array.make (literals + distances) 0 and i = ref 0 in
    let order = [| 16; 17; 18; 0; 8; 7; 9; 6; 10; 5; 11; 4; 12; 3; 13; 2; 14; 1; 15 |] in
    for i = 0 to of_codes - 1 do lengths.(order.(i)) <- bits 3 done;
    let codes = code lengths in
    while !i < literals + distances do
      let length, times =
        match symbol codes with
        | 16 -> let length = all.(!i - 1) in (length, 3 + bits 2)
        | 17 -> (0, 3 + bits 3)
        | 18 -> (0, 11 + bits 7)
        | n -> (n, 1)
      in
      Array.fill all !i times length;
      i := !i + times
    done;
    (code (Array.sub all 0 literals), code (Array.sub all literals distances))
  in
  let rec block ((literals, distances) as codes) =
    match symbol literals with
    | 256 -> ()
    | n when n < 256 -> Buffer.add_char out (Char.chr n); block codes
    | n ->
        let more = if n < 265 || n = 285 then 0 else (n - 261) / 4 in
        let base = if n = 285 then 258 else if n < 265 then n - 254 else ((4 + ((n - 265) land 3)) lsl more) + 3 in
        let length = base + bits more in
        let step = symbol distances in
        let extra = if step < 4 then 0 else (step / 2) - 1 in
        let back = (if step < 4 then step else (2 + (step land 1)) lsl extra) + 1 + bits extra in
        for _ = 1 to length do Buffer.add_char out (Buffer.nth out (Buffer.length out - back)) done;
        block codes
  in
  let fixed = Array.init 288 (fun i -> if i < 144 then 8 else if i < 256 then 9 else if i < 280 then 7 else 8) in
  let rec blocks () =
    let last = bits 1 in
    (match bits 2 with
    | 0 ->
        held := 0; kept := 0;
        let length = bits 16 in
        ignore (bits 16);
        for _ = 1 to length do Buffer.add_char out (Char.chr (bits 8)) done
    | 1 -> block (code fixed, code (Array.make 30 5))
    | 2 -> block (read_codes ())
    | _ -> refuse "a compressed part has a block of no kind");
    if last = 0 then blocks ()
  in
  blocks ();
  Buffer.contents out

(* Whole numbers of so many bytes each, the first byte lowest. *)
let column width s =
  let rec number at count =
    if count = 0 then 0
    else
      let n = (number (at + 1) (count - 1) lsl 8) lor Char.code s.[at] in
      if n >= 1 lsl 40 then refuse "expected numbers below 2^40" else n
  in
  if String.length s mod width > 0 then refuse "columns: expected whole numbers of %d bytes" width;
  Array.init (String.length s / width) (fun i -> number (i * width) width)

let width_of count = if count <= 256 then 1 else if count <= 65536 then 2 else 4

(* The kind and version of a file, its header and its columns. *)
let read path =
  let contents =
    (* A folder opens as a file does, and has no length. *)
    try
      let file = open_in_bin path in
      let contents = really_input_string file (in_channel_length file) in
      close_in file;
      contents
    with Sys_error text -> refuse "%s: cannot be read: %s" path text
  in
  match unpack contents with
  | Array [ Text kind; Number version; header; Array columns; Bytes _ ] ->
      (kind, version, header, List.map (function Bytes b -> b | _ -> refuse "columns: expected bytes") columns)
  | _ -> refuse "%s: expected a certificate or a strategy file" path
