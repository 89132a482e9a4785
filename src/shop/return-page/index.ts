export { createReturnController } from './return-page.controller.js';
export { ReturnPages } from './return-pages.service.js';
