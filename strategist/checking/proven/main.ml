(* check_proven [STRATEGY] CERTIFICATE: what the theorem says of the game that is named. To be believed, but short. *)
open Files

let sentence game objective limit first bound names =
  let within = match limit with None -> "" | Some k -> Printf.sprintf " within %d guesses" k in
  let beginning = match first with None -> "" | Some g -> " beginning with " ^ names.(g) in
  let what = match objective with
    | Proven.Total -> Printf.sprintf "needs a total of at least %d guesses" bound
    | Proven.Depth -> Printf.sprintf "needs %d guesses at worst, or more" bound
  in
  Printf.sprintf "every strategy for %s%s%s %s" game within beginning what

let same_field one other name = if field one name <> field other name then refuse "the files differ in %s" name

let check certificate strategy =
  let _, version, header, columns = certificate in
  if version <> 1 && version <> 2 && version <> 7 then
    refuse "certificates of version %d are not known to this program" version;
  if text header "start" <> "" then refuse "certificates behind a history are not known to this program";
  (match field header "data" with Map _ -> refuse "chances are not known to this program" | _ -> ());
  let made, names, codes = Rules.game_of header in
  let game = Proven.kept made and name = text header "game" in
  let objective = match text header "objective" with
    | "total" -> Proven.Total
    | "depth" -> Proven.Depth
    | other -> refuse "the objective %s is not known to this program" other
  in
  let limit = match field header "left" with Number k -> Some k | _ -> None in
  let first = match field header "first" with
    | Text guess -> (
        match List.find_opt (fun g -> names.(g) = guess) (List.init game.questions Fun.id) with
        | Some g -> Some g
        | None -> refuse "header.first: expected a question, got %s" guess)
    | _ -> None
  in
  let responses = if codes = [||] || Rules.black header then game.win + 1 else game.win in
  let hints, bound, entries = Hints.of_certificate version header columns game codes responses first limit in
  let said = sentence name objective limit first bound names in
  let tree = Option.map (fun (_, version, other, columns) ->
    if version <> 1 then refuse "strategies of version %d are not known to this program" version;
    List.iter (same_field header other) [ "game"; "start"; "data" ];
    (text other "strategy", Hints.of_strategy columns game.questions responses)) strategy
  in
  if not (Proven.bounded game objective hints limit first bound) then begin
    Printf.printf "not proven: that %s (%d positions listed)\n" said entries;
    1
  end
  else
    let kept depth = match limit with None -> true | Some k -> depth <= k in
    match tree with
    | None -> Printf.printf "proven: %s (%d positions checked)\n" said entries; 0
    | Some (called, (tree, depth)) -> (
        match if kept depth then Proven.reached_by game objective depth first tree else None with
        | Some n when n = bound ->
            Printf.printf "optimal in %s: %s (%d positions checked), and the tree of %s comes to that\n"
              (text header "objective") said entries called;
            0
        | found ->
            let but = match found with Some n -> Printf.sprintf "needs %d" n | None -> "does not find all secrets so" in
            let holds = "the bound holds, but the tree of" in
            Printf.printf "proven: %s (%d positions checked); %s %s %s\n" said entries holds called but;
            1)

let () =
  try
    let paths = List.tl (Array.to_list Sys.argv) in
    let is kind (found, _, _, _) = found = kind in
    exit
      (match List.partition (is "certificate") (List.map read paths) with
      | [ one ], [] -> check one None
      | [ one ], [ other ] when is "strategist" other -> check one (Some other)
      | _ -> refuse "expected one certificate, and at most one strategy file")
  with
  | Refused text -> prerr_endline ("check_proven: " ^ text); exit 2
  | Invalid_argument _ | Failure _ | Not_found -> prerr_endline "check_proven: a file is damaged"; exit 2
  | Stack_overflow | Out_of_memory -> prerr_endline "check_proven: expected a smaller file"; exit 2
