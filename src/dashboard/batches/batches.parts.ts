import type { DashboardParts } from '../frame/parts.types.js';
import { BatchUploadsService } from './batch-uploads.service.js';
import { BatchesController } from './batches.controller.js';
import { CheckedFiles } from './checked-files.js';
import { UploadBodies } from './upload-bodies.js';

/** Refunds by the file. */
export const BATCH_PARTS: DashboardParts = {
  controllers: [BatchesController],
  providers: [BatchUploadsService, CheckedFiles, UploadBodies],
};
