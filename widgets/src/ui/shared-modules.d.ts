declare module "shared-modules" {
  /** The modules of the main bundle that the code loaded on demand uses, by path (written by build.mjs). */
  export const SHARED_MODULES: Readonly<Record<string, unknown>>;
}
