(** What has to be believed of a theorem about a game: its rules, what a strategy is, and what it needs. *)
Require Import List Arith Bool. Import ListNotations.

(** A function that is asked often. The compiled program keeps its values in an array, or in bytes. *)
Definition array {A} (size : nat) (f : nat -> A) : nat -> A := f.

(** * Games *)

(** Questions and secrets are numbers below these two. The answer [win] ends play: the question is the secret. *)
Record game := Game { questions : nat; secrets : nat; answer : nat -> nat -> nat; win : nat }.

(** Codes of pegs. Blacks (bulls) are right symbols in their places; as many symbols are common to both codes as there
    are blacks and whites (cows). *)
Fixpoint strings (symbols pegs : nat) : list (list nat) :=
  match pegs with
  | 0 => [[]]
  | S p => flat_map (fun x => map (cons x) (strings symbols p)) (seq 0 symbols)
  end.
Fixpoint black (a b : list nat) : nat :=
  match a, b with x :: a, y :: b => (if x =? y then 1 else 0) + black a b | _, _ => 0 end.
Definition copies (symbols : nat) (a : list nat) := map (fun x => length (filter (Nat.eqb x) a)) (seq 0 symbols).
Fixpoint common (a b : list nat) : nat :=
  match a, b with x :: a, y :: b => Nat.min x y + common a b | _, _ => 0 end.
(** A number for each pair of so many blacks and so many common symbols, which are no fewer: [number_of_injective]. *)
Definition first_number (both : nat) := list_sum (seq 0 (S both)).
Definition number_of (blacks both : nat) := blacks + first_number both.
Definition of_codes (symbols pegs : nat) (codes : list (list nat)) (whites : bool) : game :=
  let code := array (length codes) (fun i => let c := nth i codes [] in (c, copies symbols c)) in
  let first := array (S pegs) first_number in
  Game (length codes) (length codes)
    (fun g s => let b := black (fst (code g)) (fst (code s)) in
                if whites then b + first (common (snd (code g)) (snd (code s))) else b)
    (if whites then number_of pegs pegs else pegs).

(** Mastermind: all codes; or with blacks alone for an answer. *)
Definition mastermind (pegs colors : nat) := of_codes colors pegs (strings colors pegs) true.
Definition black_mastermind (pegs colors : nat) := of_codes colors pegs (strings colors pegs) false.
(** Bulls and Cows: all codes of different symbols. *)
Fixpoint different (a : list nat) : bool :=
  match a with [] => true | x :: a => negb (existsb (Nat.eqb x) a) && different a end.
Definition bulls_and_cows (pegs symbols : nat) := of_codes symbols pegs (filter different (strings symbols pegs)) true.
Definition black_bulls_and_cows (pegs symbols : nat) :=
  of_codes symbols pegs (filter different (strings symbols pegs)) false.

(** Words with the marks of Wordle, green 2, yellow 1 and grey 0: from the left, a letter that is not green is yellow as
    long as the secret has copies of it left, which are not green. *)
Fixpoint others (g s : list nat) : list nat :=
  match g, s with x :: g, y :: s => if x =? y then others g s else y :: others g s | _, _ => [] end.
Fixpoint without (x : nat) (rest : list nat) : list nat :=
  match rest with [] => [] | y :: rest => if x =? y then rest else y :: without x rest end.
Fixpoint marks (g s rest : list nat) : list nat :=
  match g, s with
  | x :: g, y :: s =>
      if x =? y then 2 :: marks g s rest
      else if existsb (Nat.eqb x) rest then 1 :: marks g s (without x rest)
      else 0 :: marks g s rest
  | _, _ => []
  end.
Definition in_base_3 (m : list nat) := fold_left (fun n x => 3 * n + x) m 0.
Definition words (length_of_words : nat) (guesses answers : list (list nat)) : game :=
  let guess := array (length guesses) (fun i => nth i guesses []) in
  let secret := array (length answers) (fun i => nth i answers []) in
  Game (length guesses) (length answers)
    (fun g s => in_base_3 (marks (guess g) (secret s) (others (guess g) (secret s))))
    (in_base_3 (repeat 2 length_of_words)).

(** A table: for each question the number of the answer for each secret. *)
Definition table (rows : list (list nat)) (columns solved : nat) : game :=
  let row := array (length rows) (fun g => array columns (fun s => nth s (nth g rows []) 0)) in
  Game (length rows) columns (fun g s => row g s) solved.

(** * Strategies *)

(** From the answers so far, the first one first, to the next question. *)
Definition strategy := list nat -> nat.
Definition legal (G : game) (f : strategy) := forall h, f h < questions G.
Definition after (f : strategy) (r : nat) : strategy := fun h => f (r :: h).

(** The number of guesses until the secret is guessed; None if it is not guessed within [k]. *)
Fixpoint needs (G : game) (k : nat) (f : strategy) (s : nat) : option nat :=
  match k with
  | 0 => None
  | S k => let r := answer G (f []) s in if r =? win G then Some 1 else option_map S (needs G k (after f r) s)
  end.
Definition solves G k f l := forall s, In s l -> needs G k f s <> None.
Definition cost G k f s := match needs G k f s with Some n => n | None => 0 end.

Inductive objective := Total | Depth.
Definition join (o : objective) : list nat -> nat := match o with Total => list_sum | Depth => list_max end.
Definition value o G k f l := join o (map (cost G k f) l).
Definition every (G : game) := seq 0 (secrets G).

(** * What is proven *)

(** A limit: at most so many guesses; and the first question, where it is given. *)
Definition within (limit : option nat) (k : nat) := match limit with None => True | Some n => k <= n end.
Definition begins (first : option nat) (f : strategy) := match first with None => True | Some g => f [] = g end.
Definition plays G limit first k f := legal G f /\ within limit k /\ begins first f /\ solves G k f (every G).

Definition at_least o G limit first b := forall k f, plays G limit first k f -> b <= value o G k f (every G).
Definition attained o G limit first b := exists k f, plays G limit first k f /\ value o G k f (every G) = b.
Definition least o G limit first b := at_least o G limit first b /\ attained o G limit first b.
Definition least_total G b := least Total G None None b.
Definition least_depth G b := least Depth G None None b.
