import { Controller, Get, Header, Inject, Redirect, UseFilters, type HttpRedirectResponse } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Product } from '../catalogue/product.entity.js';
import { formatMoney } from '../format.js';
import type { ShopConfig } from '../config.js';
import { ProductsPage } from '../pages/products.page.js';
import { renderPage } from '../pages/render.js';
import { SHOP_CONFIG } from '../shop.tokens.js';
import { PageErrorsFilter } from './page-errors.filter.js';

/** `/`: the products. */
@Controller()
@UseFilters(PageErrorsFilter)
export class ShopController {
  constructor(
    @InjectRepository(Product) private readonly products: Repository<Product>,
    @Inject(SHOP_CONFIG) private readonly config: ShopConfig,
  ) {}

  /** The service's own pages: its data, and its notifications. */
  @Get('sandbox')
  @Redirect()
  sandbox(): HttpRedirectResponse {
    return { url: `${this.config.serviceUrl}/merchant/transactions`, statusCode: 302 };
  }

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  async shelves(): Promise<string> {
    const products = await this.products.find({ order: { priceMinor: 'DESC' } });
    return renderPage(
      <ProductsPage products={products.map((product) => ({ ...product, price: formatMoney(product.price) }))} />,
    );
  }
}
