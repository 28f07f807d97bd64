/** The product's working name; defined only here. */
export const PRODUCT_NAME = "はちわく";
