/** Store a notebook in JupyterLite's browser storage, so that it is there when Lab opens. */

const STORAGE_NAME = "flinksim lab"; // as configured in website/lab.py
const FILE_STORE = "files";

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function openStorage(version?: number): Promise<IDBDatabase> {
  const request = indexedDB.open(STORAGE_NAME, version);
  request.onupgradeneeded = () => {
    if (!request.result.objectStoreNames.contains(FILE_STORE)) request.result.createObjectStore(FILE_STORE);
  };
  return toPromise(request);
}

/** Store a notebook. A notebook of the same name is replaced. */
export async function putNotebook(name: string, text: string): Promise<void> {
  let files = await openStorage();
  if (!files.objectStoreNames.contains(FILE_STORE)) {
    const { version } = files;
    files.close();
    files = await openStorage(version + 1);
  }
  const now = new Date().toISOString();
  const value = {
    name, path: name, created: now, last_modified: now, format: "json", mimetype: "application/json",
    content: JSON.parse(text) as unknown, size: text.length, type: "notebook", writable: true,
  };
  await toPromise(files.transaction(FILE_STORE, "readwrite").objectStore(FILE_STORE).put(value, name));
  files.close();
}
