/** The address under which some links know the page. */
export { default, loader, meta } from "./_public.terms.tsx";
