(** What holds of all strategies: how the value of a set follows from its parts, counting by levels, and symmetries. *)
Require Import List Arith Lia Bool Permutation Games. Import ListNotations.

(** * Sums and maxima *)
Lemma list_sum_le {A} (F G : A -> nat) l : (forall x, In x l -> F x <= G x) ->
  list_sum (map F l) <= list_sum (map G l).
Proof.
  induction l; simpl; intros H; auto. specialize (H a (or_introl eq_refl)) as Ha.
  assert (list_sum (map F l) <= list_sum (map G l)) by auto. lia.
Qed.
Lemma list_sum_plus {A} (F G : A -> nat) l :
  list_sum (map (fun x => F x + G x) l) = list_sum (map F l) + list_sum (map G l).
Proof. induction l; simpl; lia. Qed.
Lemma list_sum_const {A} n (l : list A) : list_sum (map (fun _ => n) l) = n * length l.
Proof. induction l; simpl; lia. Qed.
Lemma list_max_in n l : In n l -> n <= list_max l.
Proof. induction l; simpl; [tauto|]. intros [->|H]; [|specialize (IHl H)]; lia. Qed.
Lemma list_max_least n l : (forall x, In x l -> x <= n) -> list_max l <= n.
Proof. intros H. apply list_max_le, Forall_forall, H. Qed.

Lemma join_le {A} o (F G : A -> nat) l : (forall x, In x l -> F x <= G x) -> join o (map F l) <= join o (map G l).
Proof.
  destruct o; [apply list_sum_le|]. intros H. apply list_max_least. intros x Hx.
  apply in_map_iff in Hx as (y & <- & Hy). etransitivity; [apply H, Hy|]. apply list_max_in, in_map, Hy.
Qed.
Lemma join_cons o x l : join o (x :: l) = match o with Total => x + join o l | Depth => Nat.max x (join o l) end.
Proof. now destruct o. Qed.
Lemma join_app o a b :
  join o (a ++ b) = match o with Total => join o a + join o b | Depth => Nat.max (join o a) (join o b) end.
Proof. destruct o; [apply list_sum_app|apply list_max_app]. Qed.
Lemma join_perm o a b : Permutation a b -> join o a = join o b.
Proof. intros P. induction P; rewrite ?join_cons in *; destruct o; simpl in *; lia. Qed.
Lemma join_concat o (F : nat -> nat) cells :
  join o (map F (concat cells)) = join o (map (fun c => join o (map F c)) cells).
Proof.
  induction cells as [|c cells IH]; simpl; [now destruct o|].
  rewrite map_app, join_app, join_cons, IH. reflexivity.
Qed.
Lemma in_split_nodup (c l : list nat) : NoDup c -> incl c l -> exists rest, Permutation (c ++ rest) l.
Proof.
  revert l. induction c as [|a c IH]; intros l D I; [exists l; reflexivity|].
  inversion D; subst. destruct (in_split a l) as (l1 & l2 & ->); [apply I; left; auto|].
  destruct (IH (l1 ++ l2)) as [rest P]; auto.
  - intros x Hx. specialize (I x (or_intror Hx)). apply in_app_iff in I. apply in_app_iff.
    destruct I as [I|[->|I]]; auto. contradiction.
  - exists rest. simpl. rewrite P. apply Permutation_middle.
Qed.
Lemma list_sum_sub (F : nat -> nat) c l : NoDup c -> incl c l -> list_sum (map F c) <= list_sum (map F l).
Proof.
  intros D I. destruct (in_split_nodup c l D I) as [rest P].
  assert (E := join_perm Total _ _ (Permutation_map F P)). rewrite map_app, join_app in E. simpl in E. lia.
Qed.
Lemma length_le (F : nat -> nat) l : (forall x, In x l -> F x <= 1) -> list_sum (map F l) <= length l.
Proof.
  intros H. rewrite <- (Nat.mul_1_l (length l)), <- list_sum_const. now apply list_sum_le.
Qed.

(** What a guess costs itself, and what a number of secrets that are not found in time adds. *)
Definition ask o (n : nat) := match o with Total => n | Depth => 1 end.
Definition late o (n : nat) := match o with Total => n | Depth => Nat.min 1 n end.

Lemma late_le o a b : a <= b -> late o a <= late o b.
Proof. unfold late. destruct o; lia. Qed.
Lemma sum_cons x l : list_sum (x :: l) = x + list_sum l.
Proof. reflexivity. Qed.
Lemma max_cons x l : list_max (x :: l) = Nat.max x (list_max l).
Proof. reflexivity. Qed.
Lemma ask_join o (F : nat -> nat) l : l <> [] ->
  ask o (length l) + join o (map F l) = join o (map (fun s => S (F s)) l).
Proof.
  intros N. destruct o; cbn [ask join].
  - clear N. induction l; simpl; lia.
  - induction l as [|a l IH]; [congruence|]. destruct l as [|b l]; [simpl; lia|].
    specialize (IH ltac:(discriminate)). cbn [map] in *. rewrite !max_cons in *. lia.
Qed.

(** If at most r of these numbers are at most j, ..., they are at least as large as the levels say. *)
Definition early (c : nat -> nat) (j : nat) (l : list nat) := list_sum (map (fun s => if c s <=? j then 1 else 0) l).
Lemma levels_below o (c : nat -> nat) l : forall rs j,
  (forall i r, nth_error rs i = Some r -> early c (j + i) l <= r) ->
  list_sum (map (fun r => late o (length l - r)) rs) <= join o (map (fun s => c s - j) l).
Proof.
  induction rs as [|r rs IH]; intros j H; simpl; [lia|].
  assert (H0 := H 0 r eq_refl). rewrite Nat.add_0_r in H0.
  assert (X := IH (S j) ltac:(intros i r' E; replace (S j + i) with (j + S i) by lia; now apply H)). clear IH H.
  transitivity (late o (length l - early c j l) + join o (map (fun s => c s - S j) l)).
  { assert (late o (length l - r) <= late o (length l - early c j l)) by (apply late_le; lia). lia. }
  clear X H0 r rs. destruct o; cbn [late join].
  - unfold early. induction l as [|a l IHl]; [auto|]. cbn [map length]. rewrite !sum_cons.
    assert (list_sum (map (fun s => if c s <=? j then 1 else 0) l) <= length l)
      by (apply length_le; intros s _; destruct (c s <=? j); lia).
    destruct (Nat.leb_spec (c a) j); lia.
  - assert (E : list_max (map (fun s => c s - S j) l) = list_max (map (fun s => c s - j) l) - 1)
      by (induction l as [|a l IHl]; [auto|cbn [map]; rewrite !max_cons; lia]).
    rewrite E. destruct (Nat.eq_dec (list_max (map (fun s => c s - j) l)) 0) as [Z|]; [|lia].
    enough (early c j l = length l) by lia.
    clear E. unfold early. induction l as [|a l IHl]; auto. cbn [map] in *. rewrite max_cons in Z.
    rewrite sum_cons, IHl by lia. cbn [length]. destruct (Nat.leb_spec (c a) j); lia.
Qed.

Section Game.
Variable G : game.

(** * One guess *)
Lemma legal_after f r : legal G f -> legal G (after f r).
Proof. unfold legal, after; auto. Qed.
Lemma needs_step k f s : needs G (S k) f s =
  if answer G (f []) s =? win G then Some 1 else option_map S (needs G k (after f (answer G (f []) s)) s).
Proof. reflexivity. Qed.
(** What a secret costs behind the first guess. *)
Definition then_cost k f s := if answer G (f []) s =? win G then 0 else cost G k (after f (answer G (f []) s)) s.
Lemma cost_step k f s : needs G (S k) f s <> None -> cost G (S k) f s = S (then_cost k f s).
Proof.
  intros H. unfold cost, then_cost in *. rewrite needs_step in *.
  destruct (answer G (f []) s =? win G); auto. unfold cost. destruct (needs G k _ s); simpl in *; congruence.
Qed.
Lemma value_step o k f l : l <> [] -> solves G (S k) f l ->
  value o G (S k) f l = ask o (length l) + join o (map (then_cost k f) l).
Proof.
  intros N H. rewrite ask_join by auto. unfold value. f_equal. apply map_ext_in. intros s Hs. now apply cost_step, H.
Qed.
(** Cells: their members are among the members of a set, each once, and those of each give one answer. *)
Definition alike g (c : list nat) := forall s t, In s c -> In t c -> answer G g s = answer G g t.
Lemma value_of_cells o k f l cells rest low : l <> [] -> solves G (S k) f l -> Permutation (concat cells ++ rest) l ->
  (forall c, In c cells -> low c <= join o (map (then_cost k f) c)) ->
  ask o (length l) + join o (map low cells) <= value o G (S k) f l.
Proof.
  intros N H P L. rewrite value_step by auto. apply Nat.add_le_mono_l.
  rewrite <- (join_perm o _ _ (Permutation_map (then_cost k f) P)), map_app, join_app, join_concat.
  assert (X := join_le o low (fun c => join o (map (then_cost k f) c)) cells L). destruct o; lia.
Qed.
Lemma cell_value o k f c s : In s c -> alike (f []) c -> (answer G (f []) s =? win G) = false ->
  join o (map (then_cost k f) c) = value o G k (after f (answer G (f []) s)) c.
Proof.
  intros I A W. unfold value. f_equal. apply map_ext_in. intros t Ht. unfold then_cost. now rewrite (A t s), W.
Qed.
Lemma cell_solved k f c s : In s c -> alike (f []) c -> (answer G (f []) s =? win G) = false ->
  solves G (S k) f c -> solves G k (after f (answer G (f []) s)) c.
Proof.
  intros I A W H t Ht. specialize (H t Ht). rewrite needs_step in H. rewrite (A t s), W in H; auto.
  destruct (needs G k _ t); simpl in *; congruence.
Qed.

(** * Counting *)
Definition found k f s := match needs G k f s with Some _ => 1 | None => 0 end.
Definition found_in k f l := list_sum (map (found k f) l).
(** No strategy finds more than r secrets within j guesses, ... *)
Definition reached (rs : list nat) := forall j r f, nth_error rs j = Some r -> legal G f -> found_in j f (every G) <= r.

Lemma found_le k f l : found_in k f l <= length l.
Proof. apply length_le. intros s _. unfold found. destruct (needs G k f s); lia. Qed.
Lemma needs_more j k f s c : needs G j f s = None -> needs G k f s = Some c -> j < c.
Proof.
  revert k f c. induction j; intros k f c N S; destruct k; try discriminate; rewrite needs_step in *.
  - destruct (answer G (f []) s =? win G); [injection S; lia|].
    destruct (needs G k _ s); simpl in S; [injection S; lia|congruence].
  - destruct (answer G (f []) s =? win G); [congruence|].
    destruct (needs G j _ s) eqn:X; [discriminate|]. destruct (needs G k _ s) eqn:Y; [|discriminate].
    injection S. specialize (IHj _ _ _ X Y). lia.
Qed.
Lemma cost_found j k f s : needs G k f s <> None -> (if cost G k f s <=? j then 1 else 0) <= found j f s.
Proof.
  intros H. unfold cost, found. destruct (needs G k f s) eqn:K; [|congruence].
  destruct (needs G j f s) eqn:J; [destruct (n <=? j); lia|]. apply (needs_more _ _ _ _ _ J) in K.
  destruct (Nat.leb_spec n j); lia.
Qed.
Lemma needs_within k f s c : needs G k f s = Some c -> c <= k.
Proof.
  revert f c. induction k; intros f c; [discriminate|]. rewrite needs_step.
  destruct (answer G (f []) s =? win G); [intros [=]; lia|]. destruct (needs G k _ s) eqn:E; [|discriminate].
  intros [= <-]. apply IHk in E. lia.
Qed.
Definition counted o rs n := list_sum (map (fun r => late o (n - r)) rs).
Lemma counted_sound o rs k f l : reached rs -> legal G f -> NoDup l -> incl l (every G) -> solves G k f l ->
  counted o rs (length l) <= value o G k f l.
Proof.
  intros R L D I V. unfold counted, value.
  assert (X := levels_below o (cost G k f) l rs 0). etransitivity; [apply X|apply join_le; intros; lia].
  intros i r E. simpl. etransitivity; [|apply (R i r f E L)].
  etransitivity; [|apply list_sum_sub; eauto]. apply list_sum_le. intros s Hs. apply cost_found, V, Hs.
Qed.
Lemma too_many rs j r f l : reached rs -> nth_error rs j = Some r -> legal G f -> NoDup l -> incl l (every G) ->
  solves G j f l -> length l <= r.
Proof.
  intros R E L D I V. etransitivity; [|apply (R j r f E L)]. etransitivity; [|apply list_sum_sub; eauto].
  rewrite <- (Nat.mul_1_l (length l)), <- list_sum_const. apply list_sum_le. intros s Hs.
  specialize (V s Hs). unfold found. destruct (needs G j f s); congruence || auto.
Qed.
(** A question whose answers are among so many, none of which ends play. *)
Definition spread o rs (k n : nat) := list_sum (map (fun r => late o (n - k * r)) rs).
Lemma spread_less o rs k k' n : k' <= k -> spread o rs k n <= spread o rs k' n.
Proof.
  intros H. apply list_sum_le. intros r _. apply late_le.
  assert (k' * r <= k * r) by (apply Nat.mul_le_mono_r; auto). lia.
Qed.
Lemma spread_sound o rs k f l answers : reached rs -> legal G f -> NoDup l -> incl l (every G) -> l <> [] ->
  solves G (S k) f l -> (forall s, In s l -> In (answer G (f []) s) answers /\ answer G (f []) s <> win G) ->
  ask o (length l) + spread o rs (length answers) (length l) <= value o G (S k) f l.
Proof.
  intros R L D I N V A. rewrite value_step by auto. apply Nat.add_le_mono_l.
  assert (X := levels_below o (then_cost k f) l (map (Nat.mul (length answers)) rs) 0). rewrite map_map in X.
  etransitivity; [apply X|apply join_le; intros; lia]. clear X.
  intros i r E. rewrite nth_error_map in E. destruct (nth_error rs i) as [q|] eqn:Q; [injection E as <-|discriminate].
  simpl. transitivity (list_sum (map (fun s => found i (after f (answer G (f []) s)) s) l)).
  { apply list_sum_le. intros s Hs. destruct (A s Hs) as [_ W]. unfold then_cost.
    apply Nat.eqb_neq in W as W'. rewrite W'. apply cost_found. specialize (V s Hs). rewrite needs_step, W' in V.
    destruct (needs G k _ s); simpl in *; congruence. }
  transitivity (list_sum (map (fun a => found_in i (after f a) (filter (fun s => answer G (f []) s =? a) l)) answers)).
  - assert (A' : forall s, In s l -> In (answer G (f []) s) answers) by (intros s Hs; now apply A). clear - A'.
    induction l as [|s l IH]; simpl; [lia|]. specialize (IH (fun t Ht => A' t (or_intror Ht))).
    specialize (A' s (or_introl eq_refl)). clear -IH A'.
    enough (Y : found i (after f (answer G (f []) s)) s
      + list_sum (map (fun a => found_in i (after f a) (filter (fun s => answer G (f []) s =? a) l)) answers)
      <= list_sum (map (fun a => found_in i (after f a)
           (if answer G (f []) s =? a then s :: filter (fun s => answer G (f []) s =? a) l
            else filter (fun s => answer G (f []) s =? a) l)) answers)) by lia.
    clear IH. induction answers as [|a answers IH]; [destruct A'|]. simpl.
    destruct (in_dec Nat.eq_dec (answer G (f []) s) answers) as [J|J].
    + specialize (IH J). enough (found_in i (after f a) (filter (fun s => answer G (f []) s =? a) l)
        <= found_in i (after f a) (if answer G (f []) s =? a then s :: filter (fun s => answer G (f []) s =? a) l
            else filter (fun s => answer G (f []) s =? a) l)) by lia.
      unfold found_in. destruct (answer G (f []) s =? a); simpl; lia.
    + destruct A' as [->|]; [|contradiction]. rewrite Nat.eqb_refl. unfold found_in at 3. cbn [map]. rewrite sum_cons.
      fold (found_in i (after f (answer G (f []) s)) (filter (fun t => answer G (f []) t =? answer G (f []) s) l)).
      enough (list_sum (map (fun a => found_in i (after f a) (filter (fun s => answer G (f []) s =? a) l)) answers)
        <= list_sum (map (fun a => found_in i (after f a)
           (if answer G (f []) s =? a then s :: filter (fun s => answer G (f []) s =? a) l
            else filter (fun s => answer G (f []) s =? a) l)) answers)) by lia.
      apply list_sum_le. intros a _. unfold found_in. destruct (answer G (f []) s =? a); simpl; lia.
  - rewrite Nat.mul_comm, <- list_sum_const. apply list_sum_le. intros a _.
    etransitivity; [|apply (R i q (after f a) Q), legal_after, L].
    apply list_sum_sub; [now apply NoDup_filter|]. intros s Hs. apply filter_In in Hs. now apply I.
Qed.
(** Within one guess more, one secret is found by the first, and in each cell no more than before. *)
Lemma one_more j f cells r : legal G f -> (forall f, legal G f -> found_in j f (every G) <= r) ->
  Permutation (concat cells) (every G) ->
  (forall c, In c cells -> alike (f []) c /\ NoDup c) ->
  found_in (S j) f (every G) <=
    list_sum (map (fun c => match c with
      | s :: _ => if answer G (f []) s =? win G then length c else Nat.min r (length c)
      | [] => 0 end) cells).
Proof.
  intros L H P A. unfold found_in.
  assert (E := join_perm Total _ _ (Permutation_map (found (S j) f) P)). rewrite (join_concat Total) in E. simpl in E.
  rewrite <- E. clear E.
  apply list_sum_le. intros c Hc. destruct c as [|s c]; [simpl; lia|]. set (all := s :: c) in *.
  destruct (A _ Hc) as [A' D]. destruct (answer G (f []) s =? win G) eqn:W; [apply found_le|].
  apply Nat.min_glb; [|apply found_le].
  transitivity (found_in j (after f (answer G (f []) s)) all).
  - apply list_sum_le. intros t Ht. unfold found. rewrite needs_step, (A' t s Ht (or_introl eq_refl)), W.
    destruct (needs G j _ t); simpl; lia.
  - etransitivity; [apply list_sum_sub; [exact D|]|apply H, legal_after, L].
    intros t Ht. apply (Permutation_in _ P), in_concat. eauto.
Qed.

(** * Symmetries *)
Definition keeps (y z : nat -> nat) := forall g s, g < questions G -> s < secrets G ->
  y g < questions G /\ answer G (y g) (z s) = answer G g s.
Lemma keeps_legal y z f : keeps y z -> 0 < secrets G -> legal G f -> legal G (fun h => y (f h)).
Proof. intros K S L h. now apply (K (f h) 0). Qed.
Lemma keeps_needs y z k f s : keeps y z -> legal G f -> s < secrets G ->
  needs G k (fun h => y (f h)) (z s) = needs G k f s.
Proof.
  intros K. revert f. induction k; intros f L Hs; auto. rewrite !needs_step.
  destruct (K (f []) s (L []) Hs) as [_ ->]. destruct (answer G (f []) s =? win G); auto. f_equal.
  exact (IHk (after f (answer G (f []) s)) (legal_after f _ L) Hs).
Qed.
Lemma image_value o y z k f l l' : keeps y z -> legal G f -> incl l (every G) -> Permutation (map z l) l' ->
  value o G k (fun h => y (f h)) l' = value o G k f l /\ (solves G k f l -> solves G k (fun h => y (f h)) l').
Proof.
  intros K L I P. assert (B : forall s, In s l -> s < secrets G) by (intros s Hs; apply I, in_seq in Hs; lia).
  split.
  - unfold value. rewrite <- (join_perm o _ _ (Permutation_map _ P)), map_map. f_equal. apply map_ext_in.
    intros s Hs. unfold cost. rewrite (keeps_needs y z); auto.
  - intros V s Hs. apply (Permutation_in _ (Permutation_sym P)), in_map_iff in Hs. destruct Hs as (t & <- & Ht).
    rewrite (keeps_needs y z); auto.
Qed.
End Game.
