import { defineDashboardExtension } from '@vendure/dashboard';
import { attentionAlert } from './attention/attention-alert.js';
import { AttentionWidget, WIDGET_ID } from './attention/attention-widget.js';
import { PaymentHistoryEntry } from './history/payment-history-entry.js';
import { BlockTitle, OrderBlock } from './order/order-block.js';
import { textNow } from './texts/texts.js';

/** The permission to see what Tillbridge shows about orders. */
const READ = ['ReadOrder'];

defineDashboardExtension({
  pageBlocks: [
    {
      id: 'tillbridge-payments',
      title: <BlockTitle />,
      location: {
        pageId: 'order-detail',
        column: 'main',
        position: { blockId: 'payment-details', order: 'after' },
      },
      component: OrderBlock,
      requiresPermission: READ,
    },
  ],
  historyEntries: [{ type: 'TILLBRIDGE', component: PaymentHistoryEntry }],
  alerts: [attentionAlert],
  widgets: [
    {
      id: WIDGET_ID,
      name: textNow('widgetTitle'),
      component: AttentionWidget,
      defaultSize: { w: 6, h: 4 },
      minSize: { w: 4, h: 3 },
      requiresPermissions: READ,
    },
  ],
});
