export * from './shop/index.js';
