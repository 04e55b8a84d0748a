import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientTokenBudget } from './client-token-budget.entity.js';
import { SubscriptionTokenBudget } from './subscription-token-budget.entity.js';
import { TokenBudgetRepository } from './token-budget.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([ClientTokenBudget, SubscriptionTokenBudget])],
  providers: [TokenBudgetRepository],
  exports: [TokenBudgetRepository],
})
export class TokenBudgetPersistenceModule {}
