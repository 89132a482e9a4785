export * from './define-config.js';
export { Toolbox } from './toolbox.service.js';
