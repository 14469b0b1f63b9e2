(** The theorem: a certificate and a tree prove the least value of a game. *)
Require Import List Arith Lia Bool Games Checker Sound. Import ListNotations.

(** A tree of questions: below each of them a tree for some of its answers. *)
Inductive tree := Ask (question : nat) (below : list (nat * tree)).
Fixpoint asked_after (h : list nat) (t : tree) : nat :=
  let '(Ask g below) := t in
  match h with
  | [] => g
  | r :: h => match List.find (fun p => fst p =? r) below with Some (_, t) => asked_after h t | None => g end
  end.
Definition follow (G : game) (t : tree) : strategy :=
  fun h => let g := asked_after h t in if g <? questions G then g else 0.

(** What a tree comes to, if it finds every secret within [k] guesses and has the first question that is given. *)
Definition reached_by (G : game) o (k : nat) (first : option nat) (t : tree) : option nat :=
  let found := map (needs G k (follow G t)) (every G) in
  if (0 <? questions G)
     && match first with None => true | Some g => follow G t [] =? g end
     && forallb (fun n => match n with Some _ => true | None => false end) found
  then Some (join o (map (fun n => match n with Some n => n | None => 0 end) found))
  else None.

Theorem reached_sound G o k limit first t b : within limit k -> reached_by G o k first t = Some b ->
  attained o G limit first b.
Proof.
  intros W. unfold reached_by. destruct (_ && _ && _) eqn:E; [|discriminate]. intros [= <-].
  rewrite !andb_true_iff, Nat.ltb_lt, forallb_forall in E. destruct E as [[Q B] V].
  exists k, (follow G t). repeat split; auto.
  - intros h. unfold follow. destruct (Nat.ltb_spec (asked_after h t) (questions G)); auto.
  - destruct first as [g|]; [|exact I]. now apply Nat.eqb_eq in B.
  - intros s Hs. specialize (V _ (in_map _ _ _ Hs)). destruct (needs G k _ s); discriminate.
  - now rewrite map_map.
Qed.

(** Whether the limit is kept, a certificate proves a bound, and a tree attains it. *)
Definition optimum G o (H : hints) (t : tree) (limit first : option nat) (k b : nat) : bool :=
  match limit with None => true | Some n => k <=? n end
  && match reached_by G o k first t with Some n => n =? b | None => false end
  && bounded G o H limit first b.

Theorem optimal G o H t limit first k b : optimum G o H t limit first k b = true -> least o G limit first b.
Proof.
  unfold optimum. rewrite !andb_true_iff. intros [[W R] B]. split.
  - now apply bounded_sound in B.
  - destruct (reached_by G o k first t) as [n|] eqn:E; [|discriminate]. apply Nat.eqb_eq in R. subst n.
    apply (reached_sound G o k limit first t); auto. destruct limit; [now apply Nat.leb_le|exact I].
Qed.

(** The compiled program asks [kept G], which is the same game. *)
Theorem kept_same G : kept G = G.
Proof. destruct G. reflexivity. Qed.

(** Answers of pegs have numbers of their own. *)
Theorem number_of_injective b c b' c' : b <= c -> b' <= c' -> number_of b c = number_of b' c' -> b = b' /\ c = c'.
Proof.
  intros L L'. unfold number_of, first_number. set (t := fun n => list_sum (seq 0 (S n))).
  assert (T : forall n, t (S n) = t n + S n).
  { intros n. unfold t. rewrite (seq_S (S n)), list_sum_app. simpl. lia. }
  assert (M : forall n m, n < m -> t n + n < t m).
  { intros n m. induction m; [lia|]. intros H. rewrite T. destruct (Nat.eq_dec n m); [subst; lia|].
    specialize (IHm ltac:(lia)). lia. }
  change (b + t c = b' + t c' -> b = b' /\ c = c'). intros E.
  destruct (Nat.lt_trichotomy c c') as [H|[->|H]]; [specialize (M _ _ H); lia|lia|specialize (M _ _ H); lia].
Qed.
