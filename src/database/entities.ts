export { tillbridgeEntities } from '../shop/tillbridge.entities.js';
