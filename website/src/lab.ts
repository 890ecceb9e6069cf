/** A notebook in the storage of JupyterLite, which lies in this browser: so it is there when Lab opens. */

const STORAGE = "flinksim lab"; // as website/lab.py tells Lab
const FILES = "files";

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function open(version?: number): Promise<IDBDatabase> {
  const request = indexedDB.open(STORAGE, version);
  request.onupgradeneeded = () => {
    if (!request.result.objectStoreNames.contains(FILES)) request.result.createObjectStore(FILES);
  };
  return done(request);
}

/** Writes it; one of that name is replaced. */
export async function putNotebook(name: string, text: string): Promise<void> {
  let files = await open();
  if (!files.objectStoreNames.contains(FILES)) {
    const { version } = files;
    files.close();
    files = await open(version + 1);
  }
  const now = new Date().toISOString();
  const value = {
    name, path: name, created: now, last_modified: now, format: "json", mimetype: "application/json",
    content: JSON.parse(text) as unknown, size: text.length, type: "notebook", writable: true,
  }; // prettier-ignore
  await done(files.transaction(FILES, "readwrite").objectStore(FILES).put(value, name));
  files.close();
}
