import { describeTemplates } from '../../support/everyTemplate.ts';

describeTemplates(0);
