export { SandboxApiModule } from './sandbox-api.module.js';
