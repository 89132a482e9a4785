/** Which effects of the shop go into which queue. Invoices go two at a time. */
const invoices = { name: 'invoices', effects: ['Office.invoice'], concurrency: 2 };

/** The handlers of the shop; each runs for `initialized` and for `completed`. */
export const HANDLERS = ['Office.invoice', 'Office.mail', 'Office.pack'];
export const KINDS = ['initialized', 'completed'];

export const LAYOUTS = {
  /** All effects are in a queue. */
  rest: [invoices, { name: 'others' }],
  /** No queue takes the parcels: the module runs their effects itself. */
  named: [invoices, { name: 'mails', effects: ['Office.mail'] }],
};
