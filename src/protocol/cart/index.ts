export { buildCart, type CartResult } from './build-cart.js';
export * from './cart-input.types.js';
export * from './cart.types.js';
