/** The product's working name: the one place to change it. */
export const PRODUCT_NAME = "はちわく";
