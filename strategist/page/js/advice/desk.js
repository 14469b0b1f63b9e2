// Advice takes longer than a frame, so it is worked out at a desk of its own: in a worker, which runs this same
// program, or step by step in the page where the browser gives no worker to pages from disk.

const PROGRAM = globalThis.document?.currentScript?.textContent;
/** How long the desk works before it looks for another question, in milliseconds. */
const STINT = 30;

/** What can be asked: generators of better and better findings, with null between them. */
const WORK = {
  rank: (field, job, tired) => rankings(field, job.history, { ...job, tired }),
  review: (field, job, tired) => reviews(field, { ...job, tired }),
  *suggest(field, job) {
    yield { guess: suggestionAt(field, job.history).guess };
  },
};

/** Works at one question of each kind at a time: a newer one takes the place of an older. */
class Desk {
  constructor(tell) {
    this.tell = tell;
    this.latest = new Map();
  }

  take(message) {
    if (message.facts) {
      this.field = new Field(message.facts, makeTwin(message.facts, message.payload));
      return;
    }
    const { kind, number, milliseconds } = message;
    this.latest.set(kind, number);
    const until = performance.now() + milliseconds;
    const steps = WORK[kind](this.field, message.job, () => performance.now() > until);
    const work = () => {
      const begun = performance.now();
      while (this.latest.get(kind) === number) {
        const { value, done } = this.next(steps);
        if (value) this.tell({ number, ...value });
        if (done) return;
        if (performance.now() - begun > STINT) {
          setTimeout(work);
          return;
        }
      }
    };
    work();
  }

  next(steps) {
    try {
      const { value, done } = steps.next();
      return { value: done ? { done: true } : value && { found: value }, done };
    } catch (error) {
      return { value: { error: error.message, done: true }, done: true };
    }
  }
}

/** The page's side: whom to ask. */
class Adviser {
  constructor(facts, payload) {
    this.told = { facts, payload };
    this.waiting = new Map();
    this.number = 0;
  }

  /** `hear(found, done)` gets what is found, better and better, unless the same kind is asked again. */
  ask(kind, job, hear, milliseconds = 1500) {
    this.forget(kind);
    const message = { kind, job, milliseconds, number: ++this.number };
    this.waiting.set(kind, { message, hear });
    this.post ??= this.open();
    this.post(message);
  }

  /** Nobody waits for an answer of this kind any more. */
  forget(kind) {
    this.waiting.delete(kind);
  }

  hear({ number, found, done, error }) {
    if (error) console.error(error);
    for (const [kind, { message, hear }] of this.waiting) {
      if (message.number !== number) continue;
      if (done) this.waiting.delete(kind);
      hear(found ?? null, done === true);
    }
  }

  /** Opens a desk; returns what puts a message on it. */
  open() {
    try {
      const address = URL.createObjectURL(new Blob([PROGRAM], { type: "text/javascript" }));
      const worker = new Worker(address);
      worker.onmessage = ({ data }) => this.hear(data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.post = this.openHere();
        for (const { message } of this.waiting.values()) this.post(message);
      };
      worker.postMessage(this.told);
      return (message) => worker.postMessage(message);
    } catch {
      return this.openHere();
    }
  }

  openHere() {
    const desk = new Desk((message) => this.hear(message));
    desk.take(this.told);
    return (message) => setTimeout(() => desk.take(message));
  }
}

/** The program in a worker. */
function sitAtDesk() {
  const desk = new Desk((message) => postMessage(message));
  onmessage = ({ data }) => desk.take(data);
}
