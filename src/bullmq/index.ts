export { TillbridgeBullModule } from './tillbridge-bull.module.js';
export type { EffectQueueOptions, TillbridgeBullOptions } from './tillbridge-bull.options.js';
