/** Save a learner's record in the notebook's metadata, if the widget manager gives access to the notebook. */

interface LessonNote {
  lesson: string;
  opened: string;
}

interface Notebook {
  getMetadata(key: string): { notes?: LessonNote[] } | undefined;
  setMetadata(key: string, value: unknown): void;
}

interface Model {
  get(name: "noted"): LessonNote;
  on(event: "change:noted", then: () => void): void;
  widget_manager?: { context?: { model?: Partial<Notebook> } };
}

const METADATA_KEY = "flinksim"; // METADATA in flinksim/course/learner_record.py
const MAX_NOTES = 100; // lesson openings; the oldest are removed

function saveNote(model: Model): void {
  const notebook = model.widget_manager?.context?.model;
  const note = model.get("noted");
  if (!notebook?.getMetadata || !notebook.setMetadata || !note.lesson) return;
  const metadata = notebook.getMetadata(METADATA_KEY);
  const others = Array.isArray(metadata?.notes) ? metadata.notes : [];
  const otherNotes = others.filter((one) => one.lesson !== note.lesson || one.opened !== note.opened);
  notebook.setMetadata(METADATA_KEY, { ...metadata, notes: [...otherNotes, note].slice(-MAX_NOTES) });
}

export default {
  initialize({ model }: { model: Model }): void {
    model.on("change:noted", () => saveNote(model));
    saveNote(model);
  },
};
