import { SetMetadata } from '@nestjs/common';

export const IS_PUBLIC = 'isPublic';

/** Lets everyone use a route, or every route of a controller. */
export const Public = () => SetMetadata(IS_PUBLIC, true);
