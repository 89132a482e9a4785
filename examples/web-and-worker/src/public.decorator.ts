import { SetMetadata } from '@nestjs/common';

export const IS_PUBLIC = 'isPublic';

/** Opens a route, or every route of a controller, to all clients. */
export const Public = () => SetMetadata(IS_PUBLIC, true);
