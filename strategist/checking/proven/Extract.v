(** The program in OCaml. What stands here in quotes is to be believed: each text must do what the definition of its
    name does. Numbers are machine words of 63 bits; the reader of files refuses those of 40 bits or more. *)
Require Import List Arith Games Checker Optimal.
Require Import ExtrOcamlBasic.
Extraction Language OCaml.
Extract Inductive nat => int [ "0" "(fun n -> n + 1)" ] "(fun zero next n -> if n = 0 then zero () else next (n - 1))".
Extract Inlined Constant Init.Nat.add => "(+)".
Extract Inlined Constant PeanoNat.Nat.add => "(+)".
Extract Inlined Constant Init.Nat.mul => "( * )".
Extract Inlined Constant PeanoNat.Nat.mul => "( * )".
Extract Inlined Constant Init.Nat.sub => "(fun (a : int) b -> if a > b then a - b else 0)".
Extract Inlined Constant PeanoNat.Nat.sub => "(fun (a : int) b -> if a > b then a - b else 0)".
Extract Inlined Constant Init.Nat.eqb => "(fun (a : int) b -> a = b)".
Extract Inlined Constant PeanoNat.Nat.eqb => "(fun (a : int) b -> a = b)".
Extract Inlined Constant Init.Nat.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant PeanoNat.Nat.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant Init.Nat.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant PeanoNat.Nat.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant Init.Nat.compare => "(fun (a : int) b -> if a = b then Eq else if a < b then Lt else Gt)".
Extract Inlined Constant PeanoNat.Nat.compare => "(fun (a : int) b -> if a = b then Eq else if a < b then Lt else Gt)".
Extract Inlined Constant Init.Nat.min => "(fun (a : int) b -> if a < b then a else b)".
Extract Inlined Constant PeanoNat.Nat.min => "(fun (a : int) b -> if a < b then a else b)".
Extract Inlined Constant Init.Nat.max => "(fun (a : int) b -> if a > b then a else b)".
Extract Inlined Constant PeanoNat.Nat.max => "(fun (a : int) b -> if a > b then a else b)".
(** Of answers below 256, and of as many bits as [half] has, twice. *)
Extract Inlined Constant Init.Nat.land => "(land)".
Extract Inlined Constant PeanoNat.Nat.land => "(land)".
Extract Inlined Constant Init.Nat.lor => "(lor)".
Extract Inlined Constant PeanoNat.Nat.lor => "(lor)".
Extract Inlined Constant Init.Nat.shiftl => "(lsl)".
Extract Inlined Constant PeanoNat.Nat.shiftl => "(lsl)".
Extract Inlined Constant Init.Nat.shiftr => "(lsr)".
Extract Inlined Constant PeanoNat.Nat.shiftr => "(lsr)".
Extract Inlined Constant PeanoNat.Nat.ones => "(fun n -> (1 lsl n) - 1)".
Extract Inlined Constant Init.Nat.testbit => "(fun a n -> (a lsr n) land 1 = 1)".
Extract Inlined Constant PeanoNat.Nat.testbit => "(fun a n -> (a lsr n) land 1 = 1)".
(** An index that is none, and an answer that is no byte, end the program. *)
Extract Constant array => "(fun size f -> let kept = Array.init size f in fun i -> kept.(i))".
Extract Constant row => "Bytes.t".
Extract Constant bytes => "(fun size f -> Bytes.init size (fun i -> Char.chr (f i)))".
Extract Inlined Constant byte => "(fun r i -> Char.code (Bytes.get r i))".
Extraction "proven.ml" different strings mastermind black_mastermind bulls_and_cows black_bulls_and_cows words table
  kept compared bounded reached_by.
