import { ActionResultResolver, TillbridgeAdminResolver } from './admin.resolver';
import { AttentionList } from './attention-list.service';
import { MoneyActions } from './money-actions.service';
import { OrderOverview } from './order-overview.service';
import { StaffActions } from './staff-actions.service';

export { adminSchema } from './admin.schema';

/** The providers of the plugin's staff side. */
export const adminProviders = [AttentionList, MoneyActions, OrderOverview, StaffActions];

/** The resolvers of the Admin API. */
export const adminResolvers = [TillbridgeAdminResolver, ActionResultResolver];
