(** The checker of lower bounds. What it is given besides the game, the [hints], need not be believed. *)
Require Import List Arith Bool Games Bounds. Import ListNotations.

(** The answers of one secret to all questions. The compiled program keeps them in bytes. *)
Definition row := nat -> nat.
Definition bytes (size : nat) (f : nat -> nat) : row := f.
Definition byte (r : row) (g : nat) : nat := r g.

(** The same game; the compiled program finds each answer once. *)
Definition kept (G : game) : game :=
  let rows := array (secrets G) (fun s => bytes (questions G) (fun g => answer G g s)) in
  Game (questions G) (secrets G) (fun g s => byte (rows s) g) (win G).

(** * Claims *)

(** A claim is proven by a look at all questions, of which the symmetries of a group leave some out; or a symmetry
    makes of its set that of another claim. *)
Inductive reason := Look (group : nat) | Copy (symmetry : nat) (original : list nat).
(** [left] is 0 for any number of guesses, or one more than the guesses that are left. *)
Record claim := Claim { bound : nat; left : nat; why : reason }.
(** The claims about each set, in a search tree. *)
Inductive known := Leaf | Node (below : known) (set : list nat) (told : list claim) (above : known).

Record hints := Hints {
  symmetries : nat;
  image : nat -> nat -> nat; (** what a symmetry makes of each code *)
  group : nat -> list nat; (** the symmetries of each group; that of 0 has none *)
  rank : nat -> nat -> nat; (** for each group an order of questions *)
  claims : known
}.

Fixpoint compared (a b : list nat) : comparison :=
  match a, b with
  | [], [] => Eq | [], _ => Lt | _, [] => Gt
  | x :: a, y :: b => match x ?= y with Eq => compared a b | o => o end
  end.
Fixpoint find (l : list nat) (t : known) : list claim :=
  match t with
  | Leaf => []
  | Node below set told above =>
      match compared l set with Eq => told | Lt => find l below | Gt => find l above end
  end.

(** * Cells *)

(** Cells by the bits of their answers, before some others. *)
Fixpoint divided (a : nat -> nat) (bits : nat) (l : list nat) (cells : list (list nat)) : list (list nat) :=
  match l with
  | [] => cells
  | [_] => l :: cells
  | _ :: _ =>
      match bits with
      | 0 => l :: cells
      | S b => let '(yes, no) := partition (fun s => Nat.testbit (a s) b) l in divided a b yes (divided a b no cells)
      end
  end.
Definition uniform (a : nat -> nat) (c : list nat) :=
  match c with [] => true | s :: c => forallb (fun t => a t =? a s) c end.
Definition solved (a : nat -> nat) (win : nat) (c : list nat) := match c with [] => true | s :: _ => a s =? win end.

(** The answers of some secrets to one question, as the bits of a number; and how many there are. *)
Fixpoint gathered (rows : list row) (g : nat) (m : nat) : nat :=
  match rows with [] => m | r :: rows => gathered rows g (Nat.lor m (Nat.shiftl 1 (byte r g))) end.
Definition half := 11.
Definition count_ones (m : nat) := length (filter (Nat.testbit m) (seq 0 half)).

(** * Sets *)
Fixpoint put (x : nat) (l : list nat) :=
  match l with [] => [x] | z :: l' => if x <=? z then x :: l else z :: put x l' end.
Fixpoint sorted (l : list nat) := match l with [] => [] | x :: l => put x (sorted l) end.
Definition same (a b : list nat) := match compared a b with Eq => true | _ => false end.
Fixpoint ascending (low high : nat) (l : list nat) : bool :=
  match l with [] => true | x :: l => (low <=? x) && (x <? high) && ascending (S x) high l end.

(** A claim for some guesses left holds for fewer. *)
Definition applies (told needed : nat) := (told =? 0) || (negb (needed =? 0) && (needed <=? told)).

Section Checker.
Variables (G : game) (o : objective) (H : hints) (bits : nat).

(** * Counting *)

(** The cells of all secrets: whether they are what they must be, and the sizes of those that are not solved. *)
Definition spread_of (rows : nat -> row) (g : nat) : bool * list nat :=
  let a s := byte (rows s) g in
  let cells := divided a bits (every G) [] in
  let '(won, open) := partition (solved a (win G)) cells in
  (forallb (uniform a) cells && (list_sum (map (@length nat) won) <=? 1), map (@length nat) open).
Definition next (spreads : list (list nat)) (r : nat) :=
  S (list_max (map (fun sizes => list_sum (map (Nat.min r) sizes)) spreads)).
Fixpoint reaches (spreads : list (list nat)) (r n : nat) : list nat :=
  match n with
  | 0 => []
  | S n => if secrets G <=? r then [] else r :: reaches spreads (next spreads r) n
  end.

(** * One claim *)
Section Claims.
Variables (rows : nat -> row) (rs : list nat) (counts ones : nat -> nat).
Variables (low_bits : nat) (packed : bool) (asked : list nat).

(** Whether so many secrets cannot be found with so many guesses left. *)
Definition hopeless (left n : nat) :=
  negb (left =? 0) && match nth_error rs (left - 1) with Some r => r <? n | None => false end.
Definition least_known (left : nat) (c : list nat) :=
  fold_left (fun n k => if applies (Checker.left k) left then Nat.max n (bound k) else n)
    (find c (claims H)) (counts (length c)).
Definition enough (l : list nat) (n b left g : nat) :=
  let a s := byte (rows s) g in
  let cells := filter (fun c => uniform a c && negb (solved a (win G) c)) (divided a bits l []) in
  let low := ask o n in
  (b <=? low + join o (map (fun c => counts (length c)) cells))
  || existsb (fun c => hopeless (left - 1) (length c)) cells
  || (b <=? low + join o (map (least_known (left - 1)) cells)).
(** The most answers that a question can have which costs enough by their number. *)
Fixpoint most_cells (n b k : nat) : nat :=
  match k with 0 => 0 | S k' => if b <=? ask o n + spread o rs k n then k else most_cells n b k' end.
Definition few (some : list row) (most g : nat) :=
  let m := gathered some g 0 in
  negb (Nat.testbit m (win G)) && (ones (Nat.land m low_bits) + ones (Nat.shiftr m half) <=? most).
Definition all_enough (l : list nat) (n b left q : nat) :=
  let some := map rows l in
  let most := if packed then most_cells n b (Nat.min n (win G)) else 0 in
  forallb (fun g =>
    existsb (fun y => rank H q (image H y g) <? rank H q g) (group H q)
    || (negb (most =? 0) && few some most g) || enough l n b left g) asked.
Definition moved y (l : list nat) := sorted (map (image H y) l).
Definition check_claim (l : list nat) (k : claim) :=
  let n := length l in
  negb (n =? 0) && ascending 0 (secrets G) l &&
  ((left k =? 1) || hopeless (left k) n || (bound k <=? counts n) ||
   match why k with
   | Look q => forallb (fun y => (y <? symmetries H) && same (moved y l) l) (group H q)
               && all_enough l n (bound k) (left k) q
   | Copy y original =>
       (y <? symmetries H) && same (moved y l) original
       && existsb (fun other => (bound k <=? bound other) && applies (left other) (left k)
            && match why other with Look _ => true | Copy _ _ => false end) (find original (claims H))
   end).
Fixpoint check_claims (t : known) :=
  match t with
  | Leaf => true
  | Node below l told above => forallb (check_claim l) told && check_claims below && check_claims above
  end.
End Claims.

Definition keeps_answers (rows : nat -> row) (asked : list nat) (y : nat) :=
  let z := array (Nat.max (questions G) (secrets G)) (image H y) in
  forallb (fun g => z g <? questions G) asked &&
  forallb (fun s => (z s <? secrets G) && let one := rows s in let other := rows (z s) in
    forallb (fun g => byte other (z g) =? byte one g) asked) (seq 0 (secrets G)).

(** Whether answers are few enough to be bits of a number. *)
Definition is_narrow (rows : nat -> row) (asked : list nat) : bool :=
  let most := 2 * half in forallb (fun s => let one := rows s in forallb (fun g => byte one g <? most) asked) (every G).

End Checker.

(** Whether every strategy needs at least [b], within the limit and with the first question that are given. *)
Definition bounded (G : game) o (H : hints) (limit first : option nat) (b : nat) : bool :=
  let rows := array (secrets G) (fun s => bytes (questions G) (fun g => answer G g s)) in
  (* So many bits tell answers apart, of which none is beyond [win]. *)
  let bits := S (Nat.log2 (win G)) in
  let asked := seq 0 (questions G) in
  let spreads := map (spread_of G bits rows) asked in
  let rs := reaches G (map snd spreads) 0 (secrets G) in
  let counts := array (S (secrets G)) (counted o rs) in
  let ones := array (Nat.shiftl 1 half) count_ones in
  let low_bits := Nat.ones half in
  let packed := (win G <? 2 * half) && is_narrow G rows asked in
  let left := match limit with None => 0 | Some n => S n end in
  (0 <? secrets G) && forallb fst spreads && forallb (keeps_answers G H rows asked) (seq 0 (symmetries H))
  && check_claims G o H bits rows rs counts ones low_bits packed asked (claims H)
  && match first with
     | None => existsb (fun k => (b <=? bound k) && applies (Checker.left k) left) (find (every G) (claims H))
     | Some g => enough G o H bits rows rs counts (every G) (secrets G) b left g
     end.
