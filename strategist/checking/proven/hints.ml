(* What a certificate lists, as hints for the checker; and the tree of a strategy file. None of it need be believed. *)
open Files

let group_at groups n = if n < 1 || n > Array.length groups then [] else groups.(n - 1)

(* Where a permutation of places and symbols moves each code. *)
let images codes =
  let numbers = Hashtbl.create 9999 in
  Array.iteri (fun i code -> Hashtbl.replace numbers code i) codes;
  fun map ->
    let at i = if i < String.length map then Char.code map.[i] else refuse "a symmetry does not fit the game" in
    Array.map
      (fun code ->
        let pegs = List.length code in
        let moved = List.init pegs (fun p -> try at (pegs + List.nth code (at p)) with Failure _ -> -1) in
        try Hashtbl.find numbers moved with Not_found -> refuse "a symmetry makes no code of a code")
      codes

let inverse moves =
  let back = Array.make (Array.length moves) 0 in
  Array.iteri (fun i j -> back.(j) <- i) moves;
  back

(* How far each question is from the least one that the symmetries make of it. *)
let ranks questions moves =
  let before = Array.make questions [] and rank = Array.make questions (-1) in
  List.iter (fun m -> Array.iteri (fun i j -> before.(j) <- i :: before.(j)) m) moves;
  for least = 0 to questions - 1 do
    if rank.(least) < 0 then begin
      let todo = Queue.create () in
      rank.(least) <- 0;
      Queue.add least todo;
      while not (Queue.is_empty todo) do
        let at = Queue.pop todo in
        List.iter (fun i -> if rank.(i) < 0 then (rank.(i) <- rank.(at) + 1; Queue.add i todo)) before.(at)
      done
    end
  done;
  rank

(* A search tree of claims about sets, which stand in their order. *)
let rec search_tree sets low high =
  if low >= high then Proven.Leaf
  else
    let middle = (low + high) / 2 in
    let set, told = sets.(middle) in
    Proven.Node (search_tree sets low middle, set, told, search_tree sets (middle + 1) high)

let gathered strongest claims =
  let order a b =
    match Proven.compared (fst a) (fst b) with Proven.Lt -> -1 | Proven.Gt -> 1 | Proven.Eq -> 0
  in
  Array.stable_sort order claims;
  let add found (set, (claim : Proven.claim)) =
    match found with
    | (before, (first : Proven.claim) :: rest) :: found when Proven.compared before set = Proven.Eq ->
        if not strongest then (before, claim :: first :: rest) :: found
        else if claim.bound > first.bound then (before, [ claim ]) :: found
        else (before, first :: rest) :: found
    | _ -> (set, [ claim ]) :: found
  in
  Array.of_list (List.rev (Array.fold_left add [] claims))

(* Of versions 1, 2 and 7; and the bound of the first entry, which is no hint if a first question is given. *)
let of_certificate version header columns (game : Proven.game) codes responses first limit =
  let n = number header "entries" in
  let widths = [ 4; width_of game.questions; width_of responses; (if version = 1 then 4 else 8); 4; 4; 1; 4 ] in
  let columns = Array.of_list columns in
  let col i =
    if i >= Array.length columns then refuse "columns: expected more";
    let found = column (List.nth widths i) (inflate columns.(i)) in
    if Array.length found <> n then refuse "columns: expected %d entries" n;
    found
  in
  let children = col 0 and guesses = col 1 and answers = col 2 and bounds = col 3 and groups = col 4 in
  let nothing = Array.make n 0 in
  let lefts = if version = 1 then nothing else col 5 in
  if version <> 1 && Array.exists (( < ) 0) (col 6) then refuse "hard mode is not known to this program";
  let originals = if version = 7 then col 7 else nothing in
  if n > 0 then lefts.(0) <- (match limit with None -> 0 | Some k -> k + 1);
  let sets = Array.make (max 1 n) [] and reached = ref 1 in
  sets.(0) <- List.init game.secrets Fun.id;
  for i = 0 to n - 1 do
    for _ = 1 to children.(i) do
      if !reached >= n || guesses.(!reached) >= game.questions then refuse "columns: an entry is none";
      let g = guesses.(!reached) and r = answers.(!reached) in
      sets.(!reached) <- List.filter (fun s -> game.answer g s = r) sets.(i);
      incr reached
    done
  done;
  if !reached <> n then refuse "columns.children: expected %d entries" n;
  let images = images codes in
  let listed = List.map (function Bytes b -> images b | _ -> refuse "header.symmetries: expected bytes") in
  let symmetries = listed (array header "symmetries") in
  let width = match array header "symmetries" with Bytes b :: _ -> String.length b | _ -> 0 in
  let maps = if version = 7 then inflate columns.(8) else "" in
  let copies = Array.fold_left (fun n o -> if o > 0 then n + 1 else n) 0 originals in
  let width = if copies > 0 then String.length maps / copies else width in
  let known = Hashtbl.create 99 and more = ref [] and count = ref (List.length symmetries) and copy = ref 0 in
  let back map =
    try Hashtbl.find known map
    with Not_found ->
      more := inverse (images map) :: !more;
      Hashtbl.replace known map !count;
      incr count;
      !count - 1
  in
  let why i =
    if originals.(i) = 0 then Proven.Look groups.(i)
    else begin
      incr copy;
      if originals.(i) > n then refuse "columns.originals: out of range";
      Proven.Copy (back (String.sub maps ((!copy - 1) * width) width), sets.(originals.(i) - 1))
    end
  in
  let claim i = (sets.(i), { Proven.bound = bounds.(i); left = lefts.(i); why = why i }) in
  let from = if first = None then 0 else 1 in
  let claims = gathered (version = 1) (Array.init (n - from) (fun i -> claim (i + from))) in
  let moves = Array.of_list (symmetries @ List.rev !more) in
  let number = function Number m when m < Array.length moves -> m | _ -> refuse "header.groups: expected numbers" in
  let group = function Array a -> List.map number a | _ -> refuse "header.groups: expected arrays" in
  let members = Array.of_list (List.map group (array header "groups")) in
  let rank = Array.map (fun g -> ranks game.questions (List.map (fun y -> moves.(y)) g)) members in
  ( { Proven.symmetries = Array.length moves;
      image = (fun y code -> moves.(y).(code));
      group = group_at members;
      rank = (fun q g -> if q < 1 || q > Array.length rank then 0 else rank.(q - 1).(g));
      claims = search_tree claims 0 (Array.length claims) },
    bounds.(0), n )

let of_strategy columns questions responses =
  match columns with
  | [ guesses; inner; masks ] ->
      let guesses = column (width_of (questions + 1)) guesses in
      let bytes = (responses + 7) / 8 in
      let wide = if bytes = 3 then 4 else if bytes > 4 && bytes < 8 then 8 else bytes in
      let slots = Array.length guesses and mask = ref 0 and next = ref 1 in
      let own i = Char.code inner.[i / 8] lsr (i land 7) land 1 = 1 in
      let below i =
        if not (own i) then []
        else begin
          let has r = Char.code masks.[(!mask * wide) + (r / 8)] lsr (r land 7) land 1 = 1 in
          let found = List.filter has (List.init (responses - 1) Fun.id) in
          incr mask;
          List.map (fun r -> incr next; (r, !next - 1)) found
        end
      in
      let cells = Array.init slots below in
      let depths = Array.make slots 1 in
      Array.iteri (fun i -> List.iter (fun (_, j) -> if j < slots then depths.(j) <- depths.(i) + 1)) cells;
      let trees = Array.make slots (Proven.Ask (0, [])) in
      for i = slots - 1 downto 0 do
        let tree (r, j) = if j < slots then (r, trees.(j)) else refuse "columns: the masks lead to too many slots" in
        trees.(i) <- Proven.Ask (guesses.(i), List.map tree cells.(i))
      done;
      if slots = 0 then refuse "columns: expected slots";
      (trees.(0), Array.fold_left max 1 depths)
  | _ -> refuse "columns: expected three"
