import { ActionResultResolver, TillbridgeAdminResolver } from './admin.resolver';
import { AttentionList } from './attention-list.service';
import { MoneyActions } from './money-actions.service';
import { OrderOverview } from './order-overview.service';
import { StaffActions } from './staff-actions.service';

export { adminSchema } from './admin.schema';

/** What the staff's side of the plugin is made of. */
export const adminProviders = [AttentionList, MoneyActions, OrderOverview, StaffActions];

/** What answers the Admin API. */
export const adminResolvers = [TillbridgeAdminResolver, ActionResultResolver];
