/** The address under which some links know the page. */
export { default, meta } from "./_public.tokusyo.tsx";
