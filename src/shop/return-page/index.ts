export { ReturnPageModule } from './return-page.module.js';
export { createReturnController } from './return-page.controller.js';
