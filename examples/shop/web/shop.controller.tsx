import { Controller, Get, Header, UseFilters } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Product } from '../catalogue/product.entity.js';
import { formatMoney } from '../format.js';
import { ProductsPage } from '../pages/products.page.js';
import { renderPage } from '../pages/render.js';
import { PageErrorsFilter } from './page-errors.filter.js';

/** `/`: the shelves. */
@Controller()
@UseFilters(PageErrorsFilter)
export class ShopController {
  constructor(@InjectRepository(Product) private readonly products: Repository<Product>) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  async shelves(): Promise<string> {
    const products = await this.products.find({ order: { priceMinor: 'DESC' } });
    return renderPage(
      <ProductsPage products={products.map((product) => ({ ...product, price: formatMoney(product.price) }))} />,
    );
  }
}
