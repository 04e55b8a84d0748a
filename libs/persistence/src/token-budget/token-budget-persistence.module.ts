import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientTokenBudget } from './client-token-budget.entity.js';
import { TokenBudgetRepository } from './token-budget.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([ClientTokenBudget])],
  providers: [TokenBudgetRepository],
  exports: [TokenBudgetRepository],
})
export class TokenBudgetPersistenceModule {}
