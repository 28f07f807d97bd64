/** A second address of the page, which the specification requires. */
export { default, loader, meta } from "./_public.tokusyo.tsx";
