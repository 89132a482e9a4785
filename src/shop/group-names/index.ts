export { ForeignOrders, type AccountUse } from './foreign-orders.service.js';
export { GroupRenames } from './group-rename.service.js';
export { ProcessEntity } from './process.entity.js';
export { ProcessRegistry } from './process-registry.service.js';
export { strayGroups, type StrayGroup } from './stray-groups.js';
