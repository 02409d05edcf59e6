// @ts-check
/** The modules that every page needs. Pages of a club, and of a signed-in account, get a second script of all modules in `features`. */
import "./live.js";
import "./forms.js";
import "./time.js";
import "./copy.js";
import "./fields.js";
import "./picker.js";
import "./signed-out.js";
