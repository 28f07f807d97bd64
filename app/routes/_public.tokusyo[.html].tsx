/** A second address of the page, which the specification requires. */
export { default, handle, loader, meta } from "./_public.tokusyo.tsx";
