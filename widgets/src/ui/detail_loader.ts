/**
 * Loads the views that most readers never open. Their code is a text in the data tables, which is run on demand. On the
 * site it is a file beside the bundle, because pages there run no code from texts (Content-Security-Policy).
 */

import { SHARED_MODULES } from "shared-modules";
import { tables } from "../i18n/data_tables";
import type * as details from "../stepper/detail_views";

export type DetailViews = typeof details;

let loaded: DetailViews | null = null;
let pending: Promise<DetailViews> | null = null;

/** Get the views, or null if they are not loaded yet. */
export const getDetailViews = (): DetailViews | null => loaded;

/** Load the views, once per page. */
export function loadDetailViews(): Promise<DetailViews> {
  return (pending ??= load());
}

async function load(): Promise<DetailViews> {
  const url = tables.code
    ? URL.createObjectURL(new Blob([tables.code], { type: "text/javascript" }))
    : new URL("details.js", import.meta.url).href;
  const code = (await import(url)) as { open(shared: typeof SHARED_MODULES): DetailViews };
  if (tables.code) URL.revokeObjectURL(url);
  return (loaded = code.open(SHARED_MODULES));
}

/** Wait until a running load has ended. */
export const waitForDetailViews = async (): Promise<void> => void (await pending);
