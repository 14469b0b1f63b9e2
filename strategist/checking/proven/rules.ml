(* Which game a header names. This is to be believed: the sentence that is printed names the game in these words. *)
open Files

(* name(key=value,key=value) *)
let options game =
  match String.index_opt game '(' with
  | None -> (game, [])
  | Some i ->
      if game.[String.length game - 1] <> ')' then refuse "header.game: cannot be read: %s" game;
      let inside = String.sub game (i + 1) (String.length game - i - 2) in
      if String.contains inside '"' then refuse "%s is not known to this program" game;
      let option text =
        match String.index_opt text '=' with
        | Some j -> (String.sub text 0 j, String.sub text (j + 1) (String.length text - j - 1))
        | None -> refuse "header.game: cannot be read: %s" game
      in
      let options = List.map option (String.split_on_char ',' inside) in
      let keys = List.map fst options in
      if List.sort_uniq compare keys <> List.sort compare keys then refuse "header.game: cannot be read: %s" game;
      (String.sub game 0 i, options)

let black header = List.mem ("feedback", "black") (snd (options (text header "game")))

let lines data = String.split_on_char '\n' (String.sub data 0 (String.length data - 1))

(* The answers in order, an empty line, and the other guesses in order; the guesses are both, in order. *)
let rec both a b =
  match (a, b) with
  | x :: rest, y :: _ when x < y -> x :: both rest b
  | _, y :: rest -> y :: both a rest
  | _, [] -> a

let word_game data =
  let rec divided answers = function
    | [] -> (List.rev answers, [])
    | "" :: others -> (List.rev answers, others)
    | word :: rest -> divided (word :: answers) rest
  in
  let answers, others = divided [] (lines data) in
  let guesses = both answers others in
  let size = String.length (List.hd guesses) in
  let letters word =
    if String.length word <> size || size > 5 || String.exists (fun c -> Char.code c > 127) word then
      refuse "words but of up to five letters of ASCII are not known to this program";
    List.init size (fun i -> Char.code word.[i])
  in
  (Proven.words size (List.map letters guesses) (List.map letters answers), Array.of_list guesses)

(* A table: its columns are the secrets. Each is a question, too, and then come the lines of other names. Answers are
   numbered as they first stand there, without those of a secret about itself. *)
let table_game data =
  let blank c = String.contains " \t\011\012\r" c in
  let tidy cell = String.map (fun c -> if blank c then '_' else c) (String.trim cell) in
  let rows = List.map (fun line -> List.map tidy (String.split_on_char '\t' line)) (lines data) in
  let secrets, rows =
    match rows with
    | ("" :: secrets) :: rows -> (secrets, rows)
    | _ -> refuse "tables but with an empty first cell are not known to this program"
  in
  let others = List.filter (fun name -> not (List.mem name secrets)) (List.map List.hd rows) in
  let names = Array.of_list (secrets @ others) in
  let own g = if g < List.length secrets then g else -1 in
  let line g = List.find_opt (fun row -> List.hd row = names.(g)) rows in
  let texts = ref [] in
  let note g s text = if s <> own g && not (List.mem text !texts) then texts := !texts @ [ text ] in
  let each f = Array.iteri (fun g _ -> f g (line g)) names in
  each (fun g row -> Option.iter (fun row -> List.iteri (note g) (List.tl row)) row);
  let is_no text = String.lowercase_ascii text = "no" in
  each (fun g row -> if row = None && not (List.exists is_no !texts) then note g (-2) "no");
  let solved = List.length !texts in
  let number test =
    let rec at i = function
      | [] -> refuse "header.data: not a table"
      | x :: rest -> if test x then i else at (i + 1) rest
    in
    at 0 !texts
  in
  let answers g =
    match line g with
    | None -> List.mapi (fun s _ -> if s = own g then solved else number is_no) secrets
    | Some row when List.length row = List.length secrets + 1 ->
        List.mapi (fun s text -> if s = own g then solved else number (( = ) text)) (List.tl row)
    | Some _ -> refuse "header.data: expected lines of as many cells"
  in
  (Proven.table (List.init (Array.length names) answers) (List.length secrets) solved, names)

(* Codes of pegs, with their texts. *)
let peg_game make blacks_alone repeats pegs symbols first feedback =
  if float symbols ** float pegs > 65536. then refuse "more than 65536 codes are not known to this program";
  let signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" in
  let text code = String.concat "" (List.map (fun x -> String.make 1 signs.[x + first]) code) in
  let codes = List.filter (fun c -> repeats || Proven.different c) (Proven.strings symbols pegs) in
  let game =
    match feedback with
    | "both" -> make pegs symbols
    | "black" -> blacks_alone pegs symbols
    | other -> refuse "feedback=%s is not known to this program" other
  in
  (game, Array.of_list (List.map text codes), Array.of_list codes)

(* The game of a header, the names of its questions, and its codes of pegs. *)
let game_of header =
  let game = text header "game" in
  let name, options = options game in
  let used = ref [ "turns" ] in
  let option key usual = used := key :: !used; try List.assoc key options with Not_found -> usual in
  let size key =
    match int_of_string_opt (option key "") with
    | Some n when n > 0 && n <= 36 && option key "" = string_of_int n -> n
    | _ -> refuse "header.game: expected %s of 1 to 36" key
  in
  let data () = match field header "data" with Bytes b -> inflate b | _ -> refuse "header.data: expected bytes" in
  let without_codes (made, names) = (made, names, [||]) in
  let found =
    match name with
    | "mastermind" ->
        let colors = size "colors" in
        let first = if colors < 10 then 1 else 0 in
        peg_game Proven.mastermind Proven.black_mastermind true (size "pegs") colors first (option "feedback" "both")
    | "bulls-and-cows" | "ab" ->
        let both, black = (Proven.bulls_and_cows, Proven.black_bulls_and_cows) in
        peg_game both black false (size "pegs") (size "symbols") 0 (option "feedback" "both")
    | "words" ->
        used := [ "answers"; "guesses"; "length"; "turns" ];
        if option "feedback" "wordle" <> "wordle" then refuse "feedback of words but that of Wordle is not known";
        without_codes (word_game (data ()))
    | "table" ->
        used := [ "file"; "secrets"; "twins"; "sheet"; "turns" ];
        if option "goal" "ask" <> "ask" then refuse "secrets that are announced are not known to this program";
        without_codes (table_game (data ()))
    | _ -> refuse "%s is not a game that this program knows" game
  in
  List.iter
    (fun (key, value) ->
      if not (List.mem key !used) then refuse "%s: %s=%s is not known to this program" game key value)
    options;
  found
