/** Injection token of the {@link ShopConfig}. */
export const SHOP_CONFIG = 'SHOP_CONFIG';
