/** Texts of the list of orders. */
export const ORDER_LIST_LABELS = {
  method: 'Payment method',
  anyMethod: 'Any',
  least: 'Amount from',
  most: 'Amount to',
  currency: 'Currency',
  anyCurrency: 'Any',
  search:
    'Order id or transaction id, from its beginning; the id at the service; your own reference; or the id, key or number of a refund',
  wrongAmount: 'The list is not narrowed down by the amount. Write it such as 12.50 or 12,50, and choose its currency.',
  notYet: 'None among the orders that were looked through',
  further: 'Look through older ones',
  partly: 'Not all orders were looked through yet. The next page goes on.',
};
