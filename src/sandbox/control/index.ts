export { SandboxControlModule } from './sandbox-control.module.js';
export { Sandbox } from './sandbox.js';
export { notFoundPage } from './checkout/not-found.view.js';
