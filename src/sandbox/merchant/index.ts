export { SandboxMerchantModule } from './sandbox-merchant.module.js';
