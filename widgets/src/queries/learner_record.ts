/** A learner's notes go into the notebook's own metadata, where the manager of the widgets knows the notebook. */

interface Note {
  lesson: string;
  opened: string;
}

interface Notebook {
  getMetadata(key: string): { notes?: Note[] } | undefined;
  setMetadata(key: string, value: unknown): void;
}

interface Model {
  get(name: "noted"): Note;
  on(event: "change:noted", then: () => void): void;
  widget_manager?: { context?: { model?: Partial<Notebook> } };
}

const KEY = "flinksim"; // METADATA in flinksim/course/learner_record.py
const MOST = 100; // openings of lessons; the oldest go

function keep(model: Model): void {
  const notebook = model.widget_manager?.context?.model;
  const note = model.get("noted");
  if (!notebook?.getMetadata || !notebook.setMetadata || !note.lesson) return;
  const kept = notebook.getMetadata(KEY);
  const others = Array.isArray(kept?.notes) ? kept.notes : [];
  const before = others.filter((one) => one.lesson !== note.lesson || one.opened !== note.opened);
  notebook.setMetadata(KEY, { ...kept, notes: [...before, note].slice(-MOST) });
}

export default {
  initialize({ model }: { model: Model }): void {
    model.on("change:noted", () => keep(model));
    keep(model);
  },
};
