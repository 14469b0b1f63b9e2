(** What the checker accepts is true. *)
Require Import List Arith Lia Bool Permutation Games Bounds Checker. Import ListNotations.

Ltac both H := apply andb_true_iff in H as [? H].

(** * Cells and sets *)
Lemma partition_perm {A} (f : A -> bool) l yes no : partition f l = (yes, no) -> Permutation (yes ++ no) l.
Proof.
  revert yes no. induction l as [|x l IH]; simpl; intros yes no E; [injection E as <- <-; auto|].
  destruct (partition f l) as [a b]. specialize (IH a b eq_refl). destruct (f x); injection E as <- <-; simpl.
  - now constructor.
  - rewrite <- Permutation_middle. now constructor.
Qed.
Lemma divided_perm a bits : forall l cells, Permutation (concat (divided a bits l cells)) (l ++ concat cells).
Proof.
  induction bits; intros [|x [|y l]] cells; try reflexivity.
  change (divided a (S bits) (x :: y :: l) cells) with
    (let '(yes, no) := partition (fun s => Nat.testbit (a s) bits) (x :: y :: l) in
     divided a bits yes (divided a bits no cells)).
  destruct (partition _ _) as [yes no] eqn:E. apply partition_perm in E.
  rewrite IHbits, IHbits, app_assoc. now apply Permutation_app_tail.
Qed.
Lemma uniform_alike G g c : uniform (fun s => answer G g s) c = true -> alike G g c.
Proof.
  destruct c as [|x c]; intros U s t Hs Ht; [destruct Hs|]. simpl in U. rewrite forallb_forall in U.
  assert (forall u, In u (x :: c) -> answer G g u = answer G g x).
  { intros u [->|Hu]; auto. now apply Nat.eqb_eq, U. }
  rewrite (H s Hs), (H t Ht). reflexivity.
Qed.
Lemma concat_filter {A} (p : list A -> bool) cells :
  Permutation (concat (filter p cells) ++ concat (filter (fun c => negb (p c)) cells)) (concat cells).
Proof.
  induction cells as [|c cells IH]; simpl; auto. destruct (p c); simpl.
  - rewrite <- app_assoc. now apply Permutation_app_head.
  - rewrite Permutation_app_swap_app. now apply Permutation_app_head.
Qed.
Lemma nodup_left {A} (a b : list A) : NoDup (a ++ b) -> NoDup a.
Proof.
  induction a; intros D; [constructor|]. inversion D as [|x l N D']; subst. constructor; auto.
  intros X. apply N, in_app_iff. auto.
Qed.
Lemma nodup_right {A} (a b : list A) : NoDup (a ++ b) -> NoDup b.
Proof. induction a; intros D; auto. inversion D; auto. Qed.
Lemma nodup_part {A} (c : list A) cells : In c cells -> NoDup (concat cells) -> NoDup c.
Proof.
  induction cells as [|d cells IH]; simpl; [tauto|]. intros [->|I] D.
  - now apply nodup_left in D.
  - apply IH; auto. now apply nodup_right in D.
Qed.
Lemma put_perm x l : Permutation (x :: l) (put x l).
Proof. induction l; simpl; auto. destruct (x <=? a); auto. rewrite perm_swap, IHl; auto. Qed.
Lemma sorted_perm l : Permutation l (sorted l).
Proof. induction l; simpl; auto. rewrite <- put_perm; auto. Qed.
Lemma compared_eq a b : compared a b = Eq -> a = b.
Proof.
  revert b; induction a; destruct b; simpl; try congruence.
  destruct (Nat.compare_spec a n); try congruence. subst. intros E. f_equal; auto.
Qed.
Lemma same_eq a b : same a b = true -> a = b.
Proof. unfold same. destruct (compared a b) eqn:E; try discriminate. intros _. now apply compared_eq. Qed.
Lemma ascending_sound low high l : ascending low high l = true ->
  NoDup l /\ (forall s, In s l -> low <= s < high).
Proof.
  revert low. induction l; simpl; intros low A; [split; [constructor|tauto]|].
  rewrite !andb_true_iff, Nat.leb_le, Nat.ltb_lt in A. destruct A as [[A1 A2] A]. apply IHl in A as [D B].
  split; [constructor; auto; intro Q; apply B in Q; lia|]. intros s [->|Q]; [lia|]. apply B in Q. lia.
Qed.

(** * Answers as bits *)
Lemma gathered_bits rows g : forall m b, Nat.testbit (gathered rows g m) b = true <->
  Nat.testbit m b = true \/ exists r, In r rows /\ byte r g = b.
Proof.
  induction rows as [|r rows IH]; intros m b; simpl; [firstorder|].
  rewrite IH, Nat.lor_spec, orb_true_iff, Nat.shiftl_1_l, Nat.pow2_bits_eqb, Nat.eqb_eq. firstorder congruence.
Qed.
Definition ones_of (m : nat) := count_ones (Nat.land m (Nat.ones half)) + count_ones (Nat.shiftr m half).
Lemma ones_list m : exists l, length l = ones_of m /\ forall b, b < 2 * half -> Nat.testbit m b = true -> In b l.
Proof.
  exists (filter (Nat.testbit (Nat.land m (Nat.ones half))) (seq 0 half)
    ++ map (Nat.add half) (filter (Nat.testbit (Nat.shiftr m half)) (seq 0 half))).
  split; [now rewrite app_length, map_length|]. intros b B T. apply in_app_iff.
  destruct (Nat.ltb_spec b half).
  - left. apply filter_In. split; [apply in_seq; lia|]. rewrite Nat.land_spec, T, Nat.ones_spec_low; auto.
  - right. apply in_map_iff. exists (b - half). split; [lia|]. apply filter_In. split; [apply in_seq; lia|].
    rewrite Nat.shiftr_spec by lia. now replace (b - half + half) with b by lia.
Qed.

Section Sound.
Variables (G : game) (o : objective) (H : hints) (bits : nat).
Hypothesis some_secret : 0 < secrets G.
Let rows := array (secrets G) (fun s => bytes (questions G) (fun g => answer G g s)).
Let asked := seq 0 (questions G).
Lemma row_answer g : (fun s => byte (rows s) g) = (fun s => answer G g s).
Proof. reflexivity. Qed.

(** * Counting *)
Let spreads := map (spread_of G bits rows) asked.
Hypothesis fair : forallb fst spreads = true.

Lemma next_sound j f r : legal G f -> (forall f, legal G f -> found_in G j f (every G) <= r) ->
  found_in G (S j) f (every G) <= next (map snd spreads) r.
Proof.
  intros L A. set (g := f []). assert (Hg : In g asked) by (apply in_seq; specialize (L []); unfold g; lia).
  rewrite forallb_forall in fair. specialize (fair _ (in_map (spread_of G bits rows) _ _ Hg)).
  assert (I : In (snd (spread_of G bits rows g)) (map snd spreads)) by (apply in_map, in_map, Hg).
  revert fair I. unfold spread_of. rewrite row_answer.
  set (cells := divided _ _ _ _).
  assert (P : Permutation (concat cells) (every G))
    by (unfold cells; rewrite divided_perm; simpl; now rewrite app_nil_r).
  destruct (partition _ cells) as [won open] eqn:E. cbn [fst snd]. intros F I.
  apply andb_true_iff in F as [U W]. rewrite forallb_forall in U. apply Nat.leb_le in W.
  assert (D : NoDup (concat cells)) by (apply (Permutation_NoDup (Permutation_sym P)), seq_NoDup).
  etransitivity; [apply (one_more G j f cells r L A P)|].
  { intros c Hc. split; [apply uniform_alike, U, Hc|apply (nodup_part c cells Hc D)]. }
  assert (X := partition_perm _ _ _ _ E). unfold next.
  set (size := fun c => match c with [] => 0 | s :: _ => _ end).
  assert (Y := join_perm Total _ _ (Permutation_map size X)). rewrite map_app, join_app in Y.
  cbn [join] in Y. rewrite <- Y.
  assert (list_sum (map size won) <= list_sum (map (@length nat) won)).
  { apply list_sum_le. intros c _. unfold size. destruct c; simpl; [lia|]. destruct (_ =? _); lia. }
  enough (list_sum (map size open) <=
    list_max (map (fun sizes => list_sum (map (Nat.min r) sizes)) (map snd spreads))) by lia.
  transitivity (list_sum (map (Nat.min r) (map (@length nat) open))).
  - rewrite map_map. apply list_sum_le. intros c Hc. unfold size. destruct c as [|s c]; [lia|].
    assert (O : solved (fun s => answer G g s) (win G) (s :: c) = false).
    { clear -E Hc. revert won open E Hc. induction cells as [|d cells IH]; simpl; intros won open E Hc.
      - injection E as <- <-. destruct Hc.
      - destruct (partition _ cells) as [a b]. specialize (IH a b eq_refl).
        destruct (solved _ _ d) eqn:S; injection E as <- <-; auto. destruct Hc as [->|Hc]; auto. }
    simpl in O. fold g. now rewrite O.
  - apply list_max_in. apply in_map_iff. eauto.
Qed.
Lemma reaches_sound n : forall j r, (forall f, legal G f -> found_in G j f (every G) <= r) ->
  forall i q f, nth_error (reaches G (map snd spreads) r n) i = Some q -> legal G f ->
  found_in G (j + i) f (every G) <= q.
Proof.
  induction n; intros j r A i q f E L; simpl in E; [destruct i; discriminate|].
  destruct (secrets G <=? r); [destruct i; discriminate|].
  destruct i; simpl in E; [injection E as <-; rewrite Nat.add_0_r; auto|].
  replace (j + S i) with (S j + i) by lia. eapply IHn; eauto. intros f' L'. now apply next_sound.
Qed.
Let rs := reaches G (map snd spreads) 0 (secrets G).
Lemma rs_reached : reached G rs.
Proof.
  intros j r f E L. apply (reaches_sound (secrets G) 0 0) with (i := j) (f := f) in E; auto.
  intros f' _. unfold found_in. replace (list_sum _) with (0 * length (every G)); [lia|].
  rewrite <- list_sum_const. reflexivity.
Qed.

(** * Claims *)
Inductive Told : known -> list nat -> claim -> Prop :=
| told_here a l told c k : In k told -> Told (Node a l told c) l k
| told_below a l told c l' k : Told a l' k -> Told (Node a l told c) l' k
| told_above a l told c l' k : Told c l' k -> Told (Node a l told c) l' k.
Lemma find_told l t k : In k (find l t) -> Told t l k.
Proof.
  induction t; simpl; [tauto|]. destruct (compared l set) eqn:C; intros I.
  - apply compared_eq in C. subst. now constructor.
  - apply told_below; auto.
  - apply told_above; auto.
Qed.

(** Whether a claim is about [k] guesses. *)
Definition covers (left k : nat) := left = 0 \/ k < left.
Lemma applies_covers told needed k : applies told needed = true -> covers needed k -> covers told k.
Proof.
  unfold applies, covers. rewrite orb_true_iff, andb_true_iff, negb_true_iff, Nat.eqb_eq, Nat.eqb_neq, Nat.leb_le. lia.
Qed.
Definition holds k l c := covers (left c) k -> forall f, legal G f -> solves G k f l -> bound c <= value o G k f l.

Lemma needs_longer k k' f s : k <= k' -> needs G k f s <> None -> needs G k' f s = needs G k f s.
Proof.
  revert k' f. induction k; intros k' f L N; [now elim N|]. destruct k'; [lia|]. rewrite needs_step in *.
  rewrite needs_step. destruct (answer G (f []) s =? win G); auto. rewrite IHk; auto; [lia|].
  intros E. rewrite E in N. now elim N.
Qed.
Lemma hopeless_sound left k f l : hopeless rs left (length l) = true -> covers left k -> legal G f -> NoDup l ->
  incl l (every G) -> solves G k f l -> False.
Proof.
  unfold hopeless. rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq. intros [N E] C L D I V.
  destruct (nth_error rs (left - 1)) as [r|] eqn:R; [|discriminate]. apply Nat.ltb_lt in E.
  destruct C as [|C]; [contradiction|]. enough (length l <= r) by lia.
  apply (too_many G rs (left - 1) r f l); auto; [apply rs_reached|].
  intros s Hs. rewrite (needs_longer k); [auto|lia|auto].
Qed.

Let counts := array (S (secrets G)) (counted o rs).
Let ones := array (Nat.shiftl 1 half) count_ones.

Lemma least_sound left k f c : (forall l c, Told (claims H) l c -> holds k l c) -> covers left k ->
  legal G f -> NoDup c -> incl c (every G) -> solves G k f c -> least_known H counts left c <= value o G k f c.
Proof.
  intros A C L D I V. unfold least_known.
  assert (T : forall x, In x (find c (claims H)) -> Told (claims H) c x) by apply find_told.
  assert (B : counts (length c) <= value o G k f c) by (apply counted_sound; auto; apply rs_reached).
  revert T B. generalize (counts (length c)). induction (find c (claims H)) as [|x told IH]; simpl; intros n T B; auto.
  apply IH; [intros; apply T; auto|]. destruct (applies (Checker.left x) left) eqn:E; auto.
  apply Nat.max_lub; auto. apply (A c x (T x (or_introl eq_refl))); auto. eapply applies_covers; eauto.
Qed.
Lemma enough_sound left b k f l : (forall l c, Told (claims H) l c -> holds k l c) ->
  enough G o H bits rows rs counts l (length l) b left (f []) = true -> covers left (S k) ->
  legal G f -> l <> [] -> NoDup l -> incl l (every G) -> solves G (S k) f l -> b <= value o G (S k) f l.
Proof.
  intros A E C L N D I V. unfold enough in E. set (g := f []) in *. rewrite row_answer in E.
  set (p := fun c => uniform _ c && _) in E.
  assert (P : Permutation (concat (divided (fun s => answer G g s) bits l [])) l)
    by (rewrite divided_perm; simpl; now rewrite app_nil_r).
  set (all := divided _ _ _ _) in *. set (cells := filter p all) in *.
  assert (Q : exists rest, Permutation (concat cells ++ rest) l).
  { exists (concat (filter (fun c => negb (p c)) all)). unfold cells. now rewrite concat_filter. }
  destruct Q as [rest Q].
  assert (D' : NoDup (concat cells ++ rest)) by (apply (Permutation_NoDup (Permutation_sym Q)), D).
  assert (Z : forall c, In c cells -> exists s, In s c /\ alike G (f []) c /\
      (answer G (f []) s =? win G) = false /\ NoDup c /\ incl c (every G) /\ solves G (S k) f c).
  { intros c Hc. assert (In c all) by (unfold cells in Hc; apply filter_In in Hc; tauto).
    apply filter_In in Hc as Hp. destruct Hp as [_ Hp]. unfold p in Hp. apply andb_true_iff in Hp as [U W].
    destruct c as [|s c]; [discriminate|]. exists s. simpl in W. apply negb_true_iff in W.
    assert (Sub : incl (s :: c) l).
    { intros t Ht. apply (Permutation_in _ P). apply in_concat. eauto. }
    repeat split; auto; try (left; reflexivity).
    - now apply uniform_alike.
    - apply (nodup_part _ cells Hc). now apply nodup_left in D'.
    - intros t Ht. apply I, Sub, Ht.
    - intros t Ht. apply V, Sub, Ht. }
  assert (C' : covers (left - 1) k).
  { destruct C as [->|C]; [now left|]. destruct (Nat.eq_dec left 1); [left; lia|right; lia]. }
  apply orb_true_iff in E as [E|E]; [apply orb_true_iff in E as [E|E]|].
  - apply Nat.leb_le in E. etransitivity; [apply E|]. apply (value_of_cells G o k f l cells rest); auto.
    intros c Hc. destruct (Z c Hc) as (s & Hs & A' & W & Dc & Ic & Vc).
    rewrite (cell_value G o k f c s) by auto. apply counted_sound; auto; [apply rs_reached|now apply legal_after|].
    now apply cell_solved.
  - exfalso. apply existsb_exists in E as (c & Hc & E). destruct (Z c Hc) as (s & Hs & A' & W & Dc & Ic & Vc).
    apply (hopeless_sound (left - 1) k (after f (answer G (f []) s)) c); auto; [now apply legal_after|].
    now apply cell_solved.
  - apply Nat.leb_le in E. etransitivity; [apply E|]. apply (value_of_cells G o k f l cells rest); auto.
    intros c Hc. destruct (Z c Hc) as (s & Hs & A' & W & Dc & Ic & Vc).
    rewrite (cell_value G o k f c s) by auto. apply least_sound; auto; [now apply legal_after|].
    now apply cell_solved.
Qed.
Lemma most_cells_sound n b k : most_cells o rs n b k = 0 \/ b <= ask o n + spread o rs (most_cells o rs n b k) n.
Proof.
  induction k; [now left|]. unfold most_cells. fold most_cells.
  destruct (b <=? ask o n + spread o rs (S k) n) eqn:E; [right; now apply Nat.leb_le in E|]. apply IHk.
Qed.
Variable packed : bool.
Hypothesis narrow : packed = true -> forall g s, g < questions G -> s < secrets G -> answer G g s < 2 * half.
Lemma few_sound b k f l m : packed = true -> m = most_cells o rs (length l) b (Nat.min (length l) (win G)) ->
  few G ones (Nat.ones half) (map rows l) m (f []) = true ->
  legal G f -> l <> [] -> NoDup l -> incl l (every G) -> solves G (S k) f l -> b <= value o G (S k) f l.
Proof.
  intros Pk M E L N D I V. unfold few in E. apply andb_true_iff in E as [W E]. apply negb_true_iff in W.
  apply Nat.leb_le in E. set (all := gathered (map rows l) (f []) 0) in *.
  change (ones_of all <= m) in E. destruct (ones_list all) as (answers & Len & Ans).
  assert (B : forall s, In s l -> Nat.testbit all (answer G (f []) s) = true).
  { intros s Hs. apply gathered_bits. right. exists (rows s). split; [now apply in_map|reflexivity]. }
  assert (X : ask o (length l) + spread o rs (length answers) (length l) <= value o G (S k) f l).
  { apply spread_sound; auto; [apply rs_reached|]. intros s Hs. split.
    - apply Ans; auto. apply narrow; auto. specialize (I s Hs). apply in_seq in I. lia.
    - intros Q. rewrite <- Q in W. rewrite (B s Hs) in W. discriminate. }
  etransitivity; [|apply X]. destruct (most_cells_sound (length l) b (Nat.min (length l) (win G))) as [Z|Z].
  - exfalso. rewrite <- M in Z. destruct l as [|s l]; [congruence|].
    assert (In (answer G (f []) s) answers).
    { apply Ans; [apply narrow; auto|apply B; now left]. specialize (I s (or_introl eq_refl)). apply in_seq in I. lia. }
    destruct answers; [auto|simpl in Len; lia].
  - rewrite <- M in Z. etransitivity; [apply Z|]. apply Nat.add_le_mono_l, spread_less. lia.
Qed.

Hypothesis all_keep : forallb (keeps_answers G H rows asked) (seq 0 (symmetries H)) = true.
Lemma keeps_sound y : (y <? symmetries H) = true -> keeps G (image H y) (image H y).
Proof.
  intros Y g s Hg Hs. apply Nat.ltb_lt in Y. rewrite forallb_forall in all_keep.
  assert (K := all_keep y ltac:(apply in_seq; lia)). unfold keeps_answers in K.
  apply andb_true_iff in K as [K1 K2]. rewrite forallb_forall in K1, K2.
  split; [apply Nat.ltb_lt, (K1 g), in_seq; lia|].
  specialize (K2 s ltac:(apply in_seq; lia)). apply andb_true_iff in K2 as [_ K2]. rewrite forallb_forall in K2.
  specialize (K2 g ltac:(apply in_seq; lia)). now apply Nat.eqb_eq in K2.
Qed.

Let check := check_claim G o H bits rows rs counts ones (Nat.ones half) packed asked.
Lemma check_step k l c : check l c = true -> (forall l c, Told (claims H) l c -> holds k l c) ->
  (match why c with
   | Look _ => True
   | Copy _ _ => forall l c q, Told (claims H) l c -> why c = Look q -> holds (S k) l c end) ->
  holds (S k) l c.
Proof.
  intros K A B C f L V. unfold check, check_claim in K. apply andb_true_iff in K as [K1 K].
  apply andb_true_iff in K1 as [N K1]. apply negb_true_iff, Nat.eqb_neq in N.
  apply ascending_sound in K1 as [D Asc].
  assert (N' : l <> []) by (destruct l; [now elim N|discriminate]).
  assert (I : incl l (every G)) by (intros s Hs; apply in_seq; specialize (Asc s Hs); lia).
  apply orb_true_iff in K as [K|K]; [apply orb_true_iff in K as [K|K]; [apply orb_true_iff in K as [K|K]|]|].
  - exfalso. apply Nat.eqb_eq in K. unfold covers in C. lia.
  - exfalso. now apply (hopeless_sound (Checker.left c) (S k) f l).
  - apply Nat.leb_le in K. etransitivity; [apply K|]. apply counted_sound; auto. apply rs_reached.
  - destruct (why c) as [q|y original] eqn:Why.
    + apply andb_true_iff in K as [Sym K]. unfold all_enough in K. rewrite forallb_forall in Sym, K. clear B.
      enough (T : forall m g f, rank H q g = m -> f [] = g -> legal G f -> solves G (S k) f l ->
        bound c <= value o G (S k) f l) by (eapply T; eauto).
      clear f L V. induction m as [m Least] using lt_wf_ind. intros g f M Eg L V. subst m.
      specialize (K g ltac:(apply in_seq; rewrite <- Eg; specialize (L []); lia)).
      apply orb_true_iff in K as [K|K]; [apply orb_true_iff in K as [K|K]|].
      * apply existsb_exists in K as (y & Hy & R). apply Nat.ltb_lt in R. specialize (Sym y Hy).
        apply andb_true_iff in Sym as [Y O]. apply same_eq in O. assert (Kp := keeps_sound y Y).
        assert (P : Permutation (map (image H y) l) l) by (rewrite <- O at 2; apply sorted_perm).
        destruct (image_value G o _ _ (S k) f l l Kp L I P) as [<- V'].
        apply (Least _ R (image H y g) (fun h => image H y (f h))); auto;
          solve [now rewrite Eg|now apply (keeps_legal G (image H y) (image H y))].
      * apply andb_true_iff in K as [Pk K]. subst g.
        assert (Ph : packed = true) by (clear narrow; destruct packed; [reflexivity|discriminate]).
        rewrite Ph in K. eapply few_sound; eauto.
      * subst g. eapply enough_sound; eauto.
    + apply andb_true_iff in K as [K E]. apply andb_true_iff in K as [Y O].
      apply existsb_exists in E as (other & Ot & E). apply andb_true_iff in E as [E Lk].
      apply andb_true_iff in E as [Bd Ap]. apply Nat.leb_le in Bd. etransitivity; [apply Bd|].
      destruct (why other) as [q|] eqn:Wo; [|discriminate]. apply find_told in Ot.
      apply same_eq in O. assert (Kp := keeps_sound y Y).
      assert (P : Permutation (map (image H y) l) original) by (rewrite <- O; apply sorted_perm).
      destruct (image_value G o _ _ (S k) f l original Kp L I P) as [<- V'].
      apply (B original other q Ot Wo); auto; [eapply applies_covers; eauto|].
      now apply (keeps_legal G (image H y) (image H y)).
Qed.
Lemma checked_in t l c : check_claims G o H bits rows rs counts ones (Nat.ones half) packed asked t = true ->
  Told t l c -> check l c = true.
Proof.
  intros K T. induction T; simpl in K; rewrite !andb_true_iff in K; try tauto.
  destruct K as [[K _] _]. rewrite forallb_forall in K. now apply K.
Qed.
Hypothesis all_checked : check_claims G o H bits rows rs counts ones (Nat.ones half) packed asked (claims H) = true.
Lemma claims_sound k : forall l c, Told (claims H) l c -> holds k l c.
Proof.
  induction k; intros l c T.
  - intros _ f _ V. assert (K := checked_in _ _ _ all_checked T). unfold check, check_claim in K.
    rewrite !andb_true_iff in K. destruct K as [[N _] _]. destruct l as [|s l]; [discriminate|].
    elim (V s (or_introl eq_refl)). reflexivity.
  - assert (A : forall l c q, Told (claims H) l c -> why c = Look q -> holds (S k) l c).
    { intros l' c' q T' W. apply check_step; auto. - now apply (checked_in (claims H)). - now rewrite W. }
    apply check_step; auto; [now apply (checked_in (claims H))|]. destruct (why c); auto.
Qed.
End Sound.

Theorem bounded_sound G o H limit first b : bounded G o H limit first b = true -> at_least o G limit first b.
Proof.
  unfold bounded. set (rows := array (secrets G) _). rewrite !andb_true_iff.
  intros [[[[S F] K] C] R] k f (L & W & Bg & V). apply Nat.ltb_lt in S.
  set (bits := Datatypes.S (Nat.log2 (win G))) in *.
  set (packed := (win G <? 2 * half) && is_narrow G rows (seq 0 (questions G))) in *.
  assert (N : packed = true -> forall g s, g < questions G -> s < secrets G -> answer G g s < 2 * half).
  { intros N g s Hg Hs. apply andb_true_iff in N as [_ N]. unfold is_narrow in N.
    rewrite forallb_forall in N. specialize (N s ltac:(apply in_seq; lia)). rewrite forallb_forall in N.
    specialize (N g ltac:(apply in_seq; lia)). now apply Nat.ltb_lt in N. }
  assert (A := claims_sound G o H bits S F packed N K C).
  set (left := match limit with None => 0 | Some n => Datatypes.S n end) in *.
  assert (Cv : covers left k) by (unfold left; destruct limit; [right; simpl in W; lia|now left]).
  destruct first as [g|].
  - simpl in Bg. subst g. destruct k; [exfalso; apply (V 0); [apply in_seq; lia|reflexivity]|].
    apply (enough_sound G o H bits S F left b k f (every G) (A k)); try assumption.
    + unfold every at 2. rewrite seq_length. exact R.
    + unfold every. destruct (secrets G); [lia|discriminate].
    + apply seq_NoDup.
    + intros s Hs. exact Hs.
  - apply existsb_exists in R as (c & T & R). apply andb_true_iff in R as [B Ap]. apply Nat.leb_le in B.
    etransitivity; [apply B|]. apply (A k (every G) c); try assumption; [now apply find_told|].
    apply (applies_covers G S (Checker.left c) left k Ap Cv).
Qed.
