export * from './define-config.js';
export type { AccountUse, StrayGroup } from '../group-names/index.js';
export { Toolbox } from './toolbox.service.js';
